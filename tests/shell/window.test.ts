import type { BrowserWindowConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { openWindow } from '../../src-main/shell/desktop/window.ts'

test('the window is sandboxed, isolated, and shown only when there is something to see', async () => {
  const told: string[] = []
  class Window {
    constructor(options: BrowserWindowConstructorOptions) {
      expect(options.show).toBe(false)
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
    }
    once(_event: 'ready-to-show', listener: () => void): void {
      listener()
    }
    show(): void {
      told.push('show')
    }
    async loadURL(url: string): Promise<void> {
      told.push(url)
    }
  }
  await openWindow(Window, '/app/preload.cjs', () => told.push('prepare'))
  expect(told).toEqual(['prepare', 'show', 'waybill://app/'])
  expect.assertions(3)
})
