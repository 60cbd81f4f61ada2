import type { BrowserWindowConstructorOptions } from 'electron'
import { APP_URL } from './protocol.ts'
import type { Rectangle } from './window-place.ts'

interface AppWindow {
  loadURL(url: string): Promise<void>
  once(event: 'ready-to-show', listener: () => void): unknown
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown }
  isDestroyed(): boolean
  isVisible(): boolean
  show(): void
}

interface WindowNeeds {
  preload: string
  place: Rectangle
  isDark: boolean
  /** Where the page begins, as its hash; absent: where its person's role does. */
  route?: string
  /** Called when the page cannot be loaded, unless the window was closed meanwhile. */
  onFailed(error: unknown): void
}

/** `--bg` of tokens.css: shown until the page paints. */
const BACKGROUND = { light: '#f6f7f9', dark: '#0e1217' }

/**
 * Opens the app's window and loads the page into it. It is shown when there is something to see in it: where a window is
 * only painted when it is shown (Wayland) that event never comes, and the page's load event replaces it.
 */
export function openWindow<W extends AppWindow>(
  Window: new (options: BrowserWindowConstructorOptions) => W,
  { preload, place, isDark, route = '', onFailed }: WindowNeeds,
): W {
  const window = new Window({
    title: 'Waybill',
    ...place,
    minWidth: Math.min(640, place.width),
    minHeight: Math.min(480, place.height),
    show: false,
    backgroundColor: isDark ? BACKGROUND.dark : BACKGROUND.light,
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
  const show = () => {
    if (!window.isDestroyed() && !window.isVisible()) window.show()
  }
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.loadURL(APP_URL + route).catch((error: unknown) => {
    if (!window.isDestroyed()) onFailed(error)
  })
  return window
}
