import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPolicy } from '../../src-main/app/policy.ts'
import { sayOfFolder } from '../../src-main/shell/desktop/failure.ts'
import { tempDir } from '../support/temp-dir.ts'

/** What the reading of this administrator's file throws. */
function unusablePolicy(text: string): { file: string; error: unknown } {
  const file = join(tempDir(), 'policy.json')
  writeFileSync(file, text)
  try {
    readPolicy(file)
  } catch (error) {
    return { file, error }
  }
  throw new Error('the file was read')
}

/** A person who presses the button of this name, and what happens then. */
async function pressed(error: unknown, button: string, locale: string) {
  const done: unknown[] = []
  const app = {
    whenReady: async () => undefined,
    getLocale: () => locale,
    exit: (code: number) => void done.push(['exit', code]),
    relaunch: () => void done.push('relaunch'),
  }
  const dialog = {
    showMessageBox: async ({ detail, buttons }: { detail: string; buttons: string[] }) => {
      done.push(detail)
      return { response: buttons.indexOf(button) }
    },
    showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  }
  const shell = {
    openPath: async (path: string) => {
      done.push(['opened', path])
      return ''
    },
  }
  await sayOfFolder({ app, dialog, shell }, error, [])
  return done
}

test.each([
  ['en-US', 'Open the settings file'],
  ['es-MX', 'Abrir el archivo de ajustes'],
])("an administrator's file that keeps Waybill closed can be opened from the box, in %s", async (locale, button) => {
  const { file, error } = unusablePolicy('{ "language": "fr" }')
  expect(await pressed(error, button, locale)).toEqual([
    expect.stringContaining(`The administrator's file ${file} cannot be used (language`),
    ['opened', file],
    ['exit', 1],
  ])
})

test('another failure offers another folder instead, and no file', async () => {
  const done = await pressed(new Error('the disk is full'), 'Choose another folder', 'en-US')
  expect(done).toEqual(['the disk is full', ['exit', 1]])
})
