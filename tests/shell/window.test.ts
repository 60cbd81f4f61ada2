import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { mendPage } from '../../src-main/shell/desktop/page-trouble.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'
import { openWindow } from '../../src-main/shell/desktop/window.ts'

/** Opens a window that tells what happens to it; the test says what becomes of its page. */
function opened() {
  const reported: unknown[] = []
  const loading = Promise.withResolvers<null>()
  let options: BrowserWindowConstructorOptions = {}
  class Window extends EventEmitter {
    readonly webContents = new EventEmitter()
    isGone = false
    constructor(given: BrowserWindowConstructorOptions) {
      super()
      options = given
    }
    isDestroyed = () => this.isGone
    isVisible = () => reported.includes('show')
    show = () => void reported.push('show')
    async loadURL(url: string): Promise<void> {
      reported.push(url)
      await loading.promise
    }
  }
  const window = openWindow(Window, {
    preload: '/app/preload.cjs',
    place: { x: 10, y: 20, width: 600, height: 400 },
    isDark: true,
    onFailed: (error) => reported.push(error),
  })
  return { window, told: reported, loading, options }
}

test('the window is sandboxed, isolated and of the theme', () => {
  const { options, told: reported } = opened()
  expect(options).toMatchObject({ show: false, backgroundColor: '#0e1217', x: 10, minWidth: 600, minHeight: 400 })
  expect(options.webPreferences).toMatchObject({
    preload: '/app/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
  })
  expect(reported).toEqual(['waybill://app/'])
})

test.each(['ready-to-show', 'did-finish-load'])('it is shown once, by whichever comes first: %s', (first) => {
  const { window, told: reported } = opened()
  for (const event of [first, 'ready-to-show', 'did-finish-load']) {
    window.emit(event)
    window.webContents.emit(event)
  }
  expect(reported.filter((what) => what === 'show')).toHaveLength(1)
})

test('a page that cannot be loaded is told of, but for one whose window is closed', async () => {
  const failing = opened()
  failing.loading.reject(new Error('ERR_FAILED'))
  await expect.poll(() => failing.told.length).toBe(2)
  const closed = opened()
  closed.window.isGone = true
  closed.loading.reject(new Error('ERR_FAILED'))
  await closed.loading.promise.catch(() => undefined)
  expect(closed.told).toEqual(['waybill://app/'])
})

test('a dead page is loaded again three times in five minutes, then a person is asked; one that hangs is asked about', async () => {
  const done: string[] = []
  let at = 0
  let button = 0
  const page = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    reload: () => void done.push('reload'),
    forcefullyCrashRenderer: () => void done.push('crash'),
  })
  mendPage(page, {
    now: () => at,
    ask: async ({ message }) => {
      done.push(message)
      return button
    },
    quit: () => void done.push('quit'),
    words: () => shellWords('en'),
  })
  const die = () => page.emit('render-process-gone', {}, { reason: 'crashed' })
  for (let times = 0; times < 3; times++) die()
  at += 6 * 60_000
  die()
  expect(done).toEqual(['reload', 'reload', 'reload', 'reload'])
  for (let times = 0; times < 2; times++) die()
  button = 1
  die()
  await expect.poll(() => done.slice(6)).toEqual(['The page crashed several times.', 'quit'])
  page.emit('unresponsive')
  await expect.poll(() => done.slice(8)).toEqual(['The page is not responding.', 'crash'])
})
