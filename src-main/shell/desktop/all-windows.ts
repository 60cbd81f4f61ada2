import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import { WINDOW_SCREENS, type WindowScreen } from '../../../src-shared/station/app/desktop.ts'
import { notifyPage } from './ipc.ts'

interface Contents {
  isDestroyed(): boolean
  send(channel: string, payload: unknown): void
  on(event: 'did-navigate-in-page' | 'did-finish-load' | 'devtools-opened', listener: () => void): unknown
}

interface AnyWindow {
  readonly webContents: Contents
  isDestroyed(): boolean
  isMinimized(): boolean
  restore(): void
  focus(): void
  close(): void
  once(event: 'closed', listener: () => void): unknown
}

interface WindowNeeds<W> {
  /** With which the app ends; undefined: it is not there yet, or gone. */
  first(): W | undefined
  /** Opens a window of its own for a screen. */
  open(screen: WindowScreen): W
}

/** The first window, and one beside it for each screen that a person wants to see all the time. */
export function allWindows<W extends AnyWindow>({ first, open }: WindowNeeds<W>) {
  const own = new Map<WindowScreen, W>()
  let onMoved = (): void => undefined
  let onTools = (): void => undefined

  const all = (): W[] =>
    [first(), ...WINDOW_SCREENS.map((screen) => own.get(screen))].filter((one) => one !== undefined)
  const watch = ({ webContents }: W): void => {
    webContents.on('did-navigate-in-page', () => onMoved())
    // A window of its own begins where it belongs, and moves nowhere.
    webContents.on('did-finish-load', () => onMoved())
    webContents.on('devtools-opened', () => onTools())
  }
  const bring = (window: W | undefined): void => {
    if (!window || window.isDestroyed()) return
    if (window.isMinimized()) window.restore()
    window.focus()
  }

  return {
    first,
    all,
    watch,
    comeForward: () => bring(first()),
    report: (event: StationEvent): void => {
      for (const { webContents } of all()) notifyPage(webContents, event)
    },
    /** One that is open comes to the front. */
    openOwn: (screen: WindowScreen): void => {
      if (own.has(screen)) return bring(own.get(screen))
      const window = open(screen)
      own.set(screen, window)
      window.once('closed', () => own.delete(screen))
      watch(window)
      onMoved()
    },
    closeOwn: (): void => {
      for (const window of [...own.values()]) window.close()
    },
    onMoved: (listener: () => void): void => {
      onMoved = listener
    },
    onTools: (listener: () => void): void => {
      onTools = listener
    },
  }
}
