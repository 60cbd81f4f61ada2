import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { tempDir } from '../support/temp-dir.ts'

test('a browser is found under any of its usual names, in any folder of the path', () => {
  for (const name of ['google-chrome', 'chromium', 'microsoft-edge']) {
    const folder = tempDir()
    writeFileSync(join(folder, name), '')
    expect(findBrowser('linux', { PATH: [tempDir(), folder].join(delimiter) })).toBe(join(folder, name))
  }
})

test('on Windows a browser is found where its installer puts it', () => {
  const programs = tempDir()
  const folder = join(programs, 'Microsoft', 'Edge', 'Application')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'msedge.exe'), '')
  expect(findBrowser('win32', { 'PROGRAMFILES(X86)': programs })).toBe(join(folder, 'msedge.exe'))
})

test('where there is none, none is found', () => {
  expect(findBrowser('linux', { PATH: tempDir() })).toBeNull()
  expect(findBrowser('linux', {})).toBeNull()
  expect(findBrowser('win32', {})).toBeNull()
})
