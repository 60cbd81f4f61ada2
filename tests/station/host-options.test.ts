import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { dataDirArgument, defaultDataDir, stationOptions } from '../../src-main/host-options.ts'
import { browserCommand } from '../../src-main/shell/open-in-browser.ts'

test('a folder on the command line goes before the one in the environment, and that before the default', () => {
  const environment = { WAYBILL_DATA: 'from-environment', XDG_DATA_HOME: '/share', APPDATA: '/share' }
  expect(stationOptions('from-line', environment).dataDir).toBe(resolve('from-line'))
  expect(stationOptions(undefined, environment).dataDir).toBe(resolve('from-environment'))
  expect(defaultDataDir('linux', environment)).toBe(join('/share', 'waybill'))
  expect(defaultDataDir('win32', environment)).toBe(join('/share', 'Waybill'))
})

test('a variable that is empty is a variable that is not set', () => {
  const options = stationOptions('x', { WAYBILL_API_KEY: '', WAYBILL_BASE_URL: '' })
  expect(options).toEqual({ dataDir: resolve('x'), apiKey: undefined })
})

test('the service and its key may come from the environment', () => {
  const environment = { WAYBILL_BASE_URL: 'https://freight.example/api/v1', WAYBILL_API_KEY: 'k' }
  expect(stationOptions('x', environment)).toEqual({
    dataDir: resolve('x'),
    baseUrl: 'https://freight.example/api/v1',
    apiKey: 'k',
  })
  expect(() => stationOptions('x', { WAYBILL_BASE_URL: 'freight' })).toThrow('WAYBILL_BASE_URL must be a URL')
})

test('the folder is found among switches that are for Electron', () => {
  expect(dataDirArgument(['.', '--no-sandbox', '--data', 'dir', '--inspect=0'])).toBe('dir')
  expect(dataDirArgument(['--data=dir'])).toBe('dir')
  expect(dataDirArgument(['.', '--no-sandbox'])).toBeUndefined()
})

test('each system opens a URL its own way, and without a screen none does', () => {
  const url = 'http://127.0.0.1:1/open?token=a&b'
  expect(browserCommand(url, 'darwin', {})).toEqual(['open', url])
  expect(browserCommand(url, 'win32', {})?.at(-1)).toBe(url)
  expect(browserCommand(url, 'linux', { DISPLAY: ':0' })).toEqual(['xdg-open', url])
  expect(browserCommand(url, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', url])
  expect(browserCommand(url, 'linux', {})).toBeNull()
})
