import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS, loadCommands } from '../../src-main/cli/cli.ts'
import { completed } from '../../src-main/cli/commands/completion.ts'
import { projectRoot } from '../../scripts/project.ts'
import { manPage } from '../../scripts/man-page.ts'
import { waybill } from '../support/waybill.ts'

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0
const noBash = isThere('bash', '--version') ? '' : 'skipped: no bash here'
const noGroff = isThere('groff', '--version') ? '' : 'skipped: no groff here'

const scriptFor = async (shell: string): Promise<string> => (await waybill(['completion', shell])).out.join('\n')

test.skipIf(noBash !== '')(`bash completes commands, their words and their options ${noBash}`.trim(), async () => {
  const script = await scriptFor('bash')
  /** What bash itself proposes behind this line, by the function that the script registered. */
  const behind = (...line: string[]): string[] => {
    const ask = `
      [ "$(complete -p waybill)" = "complete -o default -F _waybill waybill" ] || exit 1
      COMP_WORDS=(waybill "$@"); COMP_CWORD=$#; _waybill; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${script}\n${ask}`, 'bash', ...line], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    return stdout.trim().split('\n')
  }
  expect(behind('')).toEqual([...COMMANDS.map(({ name }) => name), 'help'])
  expect(behind('b')).toEqual(['book', 'batch', 'backup'])
  expect(behind('site', 'sta')).toEqual(['start', 'stations'])
  expect(behind('site', 'start', '--tls')).toEqual(['--tls-cert', '--tls-key'])
  expect(behind('call', 'jobs.li')).toEqual(['jobs.list'])
  expect(behind('outbox', 'answer', '--j')).toEqual(['--json'])
  // Files are bash's own then.
  expect(behind('print', '--file', 'x')).toEqual([''])
})

test('what is completed is what the commands take', async () => {
  const loaded = await loadCommands()
  expect(loaded.map(({ name }) => name)).toEqual(COMMANDS.map(({ name }) => name))
  const commands = completed(loaded)
  expect(commands.find(({ name }) => name === 'backup')?.words).toEqual(
    expect.arrayContaining(['list', 'now', 'verify', 'restore', 'drill']),
  )
  for (const { words, options } of commands)
    for (const word of [...words, ...options]) expect(word).toMatch(/^(--)?[a-zA-Z][\w.-]*$/)
})

test('zsh uses the same through bashcompinit, PowerShell has a script of its own, another shell is refused', async () => {
  expect(await scriptFor('zsh')).toBe(`autoload -Uz bashcompinit && bashcompinit\n${await scriptFor('bash')}`)
  const powershell = await scriptFor('powershell')
  expect(powershell).toContain("'outbox' = 'list check cancel answer'")
  expect((powershell.match(/[{(]/g) ?? []).length).toBe((powershell.match(/[)}]/g) ?? []).length)
  const { code, said } = await waybill(['completion', 'fish'])
  expect([code, said.join()]).toEqual([2, expect.stringContaining('name one shell: bash, zsh, powershell')])
})

test('the man page is the one that the commands make: node scripts/man-page.ts', async () => {
  expect(readFileSync(join(projectRoot, 'packaging', 'waybill.1'), 'utf8')).toBe(await manPage())
})

test.skipIf(noGroff !== '')(
  `groff prints the man page without a warning, with every usage ${noGroff}`.trim(),
  async () => {
    const args = ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=200n', '-']
    const { status, stdout, stderr } = spawnSync('groff', args, { input: await manPage(), encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const lines = new Set(stdout.split('\n').map((line) => line.trim()))
    for (const { name, usage } of await loadCommands())
      for (const line of usage.split('\n')) expect([name, lines.has(line.trim()) || line]).toEqual([name, true])
  },
)
