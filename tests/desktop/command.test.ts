import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '../../scripts/project.ts'
import { commandWords } from '../../src-main/shell/desktop/command-words.ts'
import { tempDir } from '../support/temp-dir.ts'
import type { DesktopApp } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'

const QUOTE = [
  ...['quote', '--json', '--weight', '500', '--size', '48x40x52', '--description', 'Machine parts'],
  ...['--from', '1200 Port Road, Laredo, TX 78045', '--to', '400 W Superior St, Chicago, IL 60654'],
]
/** Its one line of JSON, which stands alone on stdout; what is said on stderr comes before or after. */
const answerOf = (desktop: DesktopApp): unknown =>
  JSON.parse(
    desktop
      .said()
      .split('\n')
      .find((line) => line.startsWith('{') || line.startsWith('[')) ?? 'null',
  )

describeInChromium('waybill <command> of the installed app', {}, (app) => {
  const start = (dataDir: string | undefined, ...command: string[]) =>
    app.start({ isPackaged: true, command, ...(dataDir !== undefined && { dataDir }) })

  test('quotes without a window in a station of its own, and beside an open Waybill in that one', async () => {
    const alone = start(undefined, ...QUOTE)
    expect(await alone.ended).toBe(0)
    const { rates } = z.object({ rates: z.array(z.unknown()) }).parse(answerOf(alone))
    expect(rates).not.toEqual([])
    expect(alone.notes.filter(({ kind }) => kind === 'shown')).toEqual([])
    // Nothing of a window was begun, so the lock of one is nobody's.
    expect(existsSync(join(alone.dataDir, 'window'))).toBe(false)

    const open = app.start({ isPackaged: true, dataDir: alone.dataDir })
    const page = await open.page()
    await page.getByRole('navigation').first().waitFor()
    const beside = start(alone.dataDir, ...QUOTE)
    expect(await beside.ended).toBe(0)
    expect(answerOf(beside)).toMatchObject({ rates: expect.any(Array) })
    expect(open.notes.filter(({ kind }) => kind === 'focused')).toEqual([])
    open.order({ do: 'quit' })
    expect(await open.ended).toBe(0)
  })

  test('a word that is no command is said with the exit code for it', async () => {
    const wrong = start(undefined, 'quoet')
    expect(await wrong.ended).toBe(2)
    expect(wrong.said()).toContain('unknown command "quoet"')
  })
})

test.each([
  [[], null],
  [['--data', '/somewhere'], null],
  [['/home/anna/label.zpl'], null],
  [['waybill-app://shipment/1'], null],
  [
    ['--ozone-platform=headless', 'quote', '--json'],
    ['quote', '--json'],
  ],
  [['--help'], ['--help']],
])('of the words %j the command is %j', (args, words) => expect(commandWords(args)).toEqual(words))

test.skipIf(process.platform === 'win32')(
  'the installed script finds the program through its link, and opens the window else',
  () => {
    const folder = tempDir()
    const bin = join(folder, 'opt', 'resources', 'bin')
    mkdirSync(bin, { recursive: true })
    const script = join(bin, 'waybill')
    copyFileSync(join(projectRoot, 'resources', 'command', 'waybill'), script)
    const program =
      process.platform === 'darwin' ? join(folder, 'opt', 'MacOS', 'Waybill') : join(folder, 'opt', 'waybill')
    mkdirSync(join(program, '..'), { recursive: true })
    writeFileSync(program, '#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done\nexit 4\n')
    chmodSync(program, 0o755)
    chmodSync(script, 0o755)
    const link = join(folder, 'waybill')
    symlinkSync(script, link)
    const run = (...args: string[]) => {
      const { stdout, status } = spawnSync(link, args, { encoding: 'utf8' })
      expect(status).toBe(4)
      return commandWords(stdout.match(/(?<=<).*(?=>)/g) ?? [])
    }
    expect(run('print', '--file', 'a label.zpl')).toEqual(['print', '--file', 'a label.zpl'])
    expect(run('--help')).toEqual(['--help'])
    expect(run()).toBeNull()
    expect(run('/home/anna/label.zpl')).toBeNull()
  },
)

test("the deb's own scripts are electron-builder's, but that the link is to the script that knows commands", () => {
  const templates = join(projectRoot, 'node_modules', 'app-builder-lib', 'templates', 'linux')
  for (const name of ['after-install', 'after-remove']) {
    const own = readFileSync(join(projectRoot, 'resources', 'deb', `${name}.sh`), 'utf8')
    const theirs = readFileSync(join(templates, `${name}.tpl`), 'utf8')
    expect(own).toBe(
      theirs.replaceAll(
        '/opt/${sanitizedProductName}/${executable}',
        '/opt/${sanitizedProductName}/resources/bin/${executable}',
      ),
    )
    expect(own).not.toBe(theirs)
  }
})
