import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '../../scripts/project.ts'
import { full } from '../support/full.ts'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))

/** Every program of package.json by its file, and those that CONTRIBUTING.md names besides. */
const PROGRAMS = [
  ...new Set([
    ...Object.values(scripts).flatMap((line) => /node (\S+\.ts)[^&]*$/.exec(line)?.[1] ?? []),
    'scripts/icons.ts',
    'scripts/licences.ts',
    'scripts/man-page.ts',
    'scripts/messages.ts',
    'scripts/check.ts',
  ]),
]
/** What they do not know is an option of the program that they start: Electron, electron-builder. */
const PASS_ON = ['scripts/start.ts', 'scripts/package.ts']

interface End {
  code: number
  out: string
  err: string
}

function run(file: string, ...args: string[]): Promise<End> {
  return new Promise((resolve) => {
    const env = { ...process.env, WAYBILL_SANDBOX_KEY: '' }
    const child = execFile(
      process.execPath,
      [file, ...args],
      { cwd: projectRoot, env, timeout: 60_000 },
      (_, out, err) => {
        resolve({ code: child.exitCode ?? -1, out, err })
      },
    )
  })
}

test('the programs that people start are the ones that are tried', () => {
  expect(PROGRAMS).toContain('scripts/printer.ts')
  expect(PROGRAMS).toContain('src-sandbox/cli.ts')
  expect(PROGRAMS.length).toBeGreaterThan(18)
})

test.concurrent.each(PROGRAMS)(
  '%s explains itself by --help',
  full('a process a program; some of them prove the shared argument parser below', { timeout: 120_000 }),
  async (file) => {
    const { code, out, err } = await run(file, '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^(usage: |npm (run |test |start )|node scripts\/)/)
  },
)

test.concurrent.each(PROGRAMS.filter((file) => !PASS_ON.includes(file)))(
  '%s names an option that it does not have, in one line',
  { timeout: 120_000, ...full('a process a program; some of them prove the shared argument parser below') },
  async (file) => {
    const { code, out, err } = await run(file, '--nonsense')
    expect([code, out]).toEqual([2, ''])
    expect(err).toBe("Unknown option '--nonsense'; see --help\n")
  },
)

test.each([
  ['scripts/printer.ts', ['--nonsense'], "Unknown option '--nonsense'; see --help\n"],
  ['scripts/printer.ts', ['--dpi', '204'], '--dpi: '],
  ['scripts/printer.ts', ['--fault', 'fire@3'], '--fault.0: there is no fault fire@3'],
  ['tests/fuzz/run-files.ts', ['--minutes', 'two'], '--minutes: '],
])('%s %j is refused in a line that names the option', async (file, args, line) => {
  const { code, err } = await run(file, ...args)
  expect(code).toBe(2)
  expect(err).toContain(line)
  expect(err).not.toContain('    at ')
})
