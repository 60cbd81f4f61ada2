import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  dataDirArgument,
  defaultDataDir,
  stationOptions,
  withoutLedgerAnswer,
} from '../../src-main/app/host-options.ts'
import { browserCommand } from '../../src-main/shell/browser/open-in-browser.ts'
import { tempDir } from '../support/temp-dir.ts'

test('a folder on the command line goes before the one in the environment, and that before the default', () => {
  const environment = { WAYBILL_DATA: 'from-environment', XDG_DATA_HOME: '/share', APPDATA: '/share' }
  expect(stationOptions('from-line', environment).dataDir).toBe(resolve('from-line'))
  expect(stationOptions(undefined, environment).dataDir).toBe(resolve('from-environment'))
  expect(defaultDataDir('linux', environment)).toBe(join('/share', 'waybill'))
  const [roaming, local] = [tempDir(), tempDir()]
  const windows = { APPDATA: roaming, LOCALAPPDATA: local }
  expect(defaultDataDir('win32', windows)).toBe(join(local, 'Waybill'))
  mkdirSync(join(roaming, 'Waybill'))
  writeFileSync(join(roaming, 'Waybill', 'ledger.db'), '')
  expect(defaultDataDir('win32', windows)).toBe(join(roaming, 'Waybill'))
})

test('a variable that is empty is a variable that is not set', () => {
  const options = stationOptions('x', { WAYBILL_API_KEY: '', WAYBILL_BASE_URL: '' })
  expect(options).toEqual({ dataDir: resolve('x'), apiKey: undefined, policyFile: expect.any(String) })
})

test('the service and its key may come from the environment', () => {
  const environment = { WAYBILL_BASE_URL: 'https://freight.example/api/v1', WAYBILL_API_KEY: 'k' }
  expect(stationOptions('x', environment)).toEqual({
    dataDir: resolve('x'),
    baseUrl: 'https://freight.example/api/v1',
    apiKey: 'k',
    policyFile: expect.any(String),
  })
  expect(() => stationOptions('x', { WAYBILL_BASE_URL: 'freight' })).toThrow('WAYBILL_BASE_URL must be a URL')
})

test('a folder for exports is named from the root', () => {
  const named = resolve('somewhere', 'exports')
  expect(stationOptions('x', { WAYBILL_EXPORTS: named }).exportDir).toBe(named)
  expect(stationOptions('x', { WAYBILL_EXPORTS: '' }).exportDir).toBeUndefined()
  expect(() => stationOptions('x', { WAYBILL_EXPORTS: 'exports' })).toThrow('WAYBILL_EXPORTS must be an absolute path')
})

test('the folder is found among switches that are for Electron', () => {
  expect(dataDirArgument(['.', '--no-sandbox', '--data', 'dir', '--inspect=0'])).toBe('dir')
  expect(dataDirArgument(['--data=dir'])).toBe('dir')
  expect(dataDirArgument(['.', '--no-sandbox'])).toBeUndefined()
})

test('a Waybill that starts again is given no answer about a ledger', () => {
  const args = [
    '.',
    '--data',
    'dir',
    '--restore-ledger',
    'a.db',
    '--restore-ledger=b.db',
    '--new-ledger',
    '--no-sandbox',
  ]
  expect(withoutLedgerAnswer(args)).toEqual(['.', '--data', 'dir', '--no-sandbox'])
})

test('each system opens a file in the browser its own way, and without a screen none does', () => {
  const file = '/data/open-waybill.html'
  expect(browserCommand(file, 'darwin', {})).toEqual(['open', file])
  expect(browserCommand(file, 'win32', {})?.at(-1)).toBe(file)
  expect(browserCommand(file, 'linux', { DISPLAY: ':0' })).toEqual(['xdg-open', file])
  expect(browserCommand(file, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', file])
  expect(browserCommand(file, 'linux', {})).toBeNull()
})
