import type { BrowserWindowConstructorOptions } from 'electron'
import { APP_URL } from './protocol.ts'

interface AppWindow {
  loadURL(url: string): Promise<void>
  once(event: 'ready-to-show', listener: () => void): unknown
  show(): void
}

/** Opens the app's window. It is shown when there is something to see in it. */
export async function openWindow<W extends AppWindow>(
  Window: new (options: BrowserWindowConstructorOptions) => W,
  preload: string,
  prepare: (window: W) => void,
): Promise<W> {
  const window = new Window({
    title: 'Waybill',
    width: 1280,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  prepare(window)
  window.once('ready-to-show', () => window.show())
  await window.loadURL(APP_URL)
  return window
}
