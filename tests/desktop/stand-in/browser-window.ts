import { EventEmitter } from 'node:events'
import { app, preventable } from './app.ts'
import { shown, WebContents } from './contents.ts'
import { strict } from './strict.ts'
import { only } from './system.ts'
import { reportTest } from './talk.ts'
import { windows } from './windows.ts'
import { setup } from './world.ts'

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

interface WindowOptions extends Partial<Bounds> {
  show?: boolean
  webPreferences?: { preload?: string }
}

/** `BrowserWindow`, over a page of Chromium that nobody sees. */
class StandInWindow extends EventEmitter {
  readonly webContents: WebContents
  #contents: WebContents
  #bounds: Bounds
  #isGone = false
  #isVisible: boolean
  #isMinimized = false
  #isMaximized = false
  #isPainted = false
  #isOnTop = false

  constructor(options: WindowOptions = {}) {
    super()
    const { x = 0, y = 0, width = 800, height = 600, show = true } = options
    this.#bounds = { x, y, width, height }
    this.#isVisible = false
    this.#contents = new WebContents({ preload: options.webPreferences?.preload, width, height })
    this.webContents = strict('webContents', this.#contents)
    windows.add(this)
    reportTest({ kind: 'told', what: 'window', value: JSON.parse(JSON.stringify(options)) })
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
    this.#contents.on('did-finish-load', () => {
      this.#isPainted = true
      if (!setup.isWayland || this.#isVisible) this.emit('ready-to-show')
    })
    if (show) this.show()
  }

  /** The one that was opened last. */
  static getFocusedWindow(): unknown {
    return [...windows].at(-1) ?? null
  }
  static getAllWindows(): unknown[] {
    return [...windows]
  }

  loadURL(url: string): Promise<void> {
    return this.#contents.loadURL(url)
  }
  show(): void {
    if (this.#isGone) throw new Error('Object has been destroyed')
    if (this.#isVisible) return
    this.#isVisible = true
    void shown(this.#contents).catch(() => undefined)
    this.emit('show')
    if (setup.isWayland && this.#isPainted) this.emit('ready-to-show')
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  isDestroyed(): boolean {
    return this.#isGone
  }
  focus(): void {
    if (this.#isGone) throw new Error('Object has been destroyed')
    reportTest({ kind: 'focused' })
    this.emit('focus')
  }
  minimize(): void {
    this.#isMinimized = true
  }
  isMinimized(): boolean {
    return this.#isMinimized
  }
  restore(): void {
    this.#isMinimized = false
  }
  setKiosk(isOn: boolean): void {
    reportTest({ kind: 'told', what: 'kiosk', value: isOn })
  }
  setAlwaysOnTop(isOn: boolean): void {
    if (isOn !== this.#isOnTop) reportTest({ kind: 'told', what: 'always on top', value: isOn })
    this.#isOnTop = isOn
  }
  /** @param image as `nativeImage` makes it; null takes it away */
  setOverlayIcon(image: { name: string; isEmpty(): boolean } | null, description: string): void {
    only('BrowserWindow.setOverlayIcon', 'win32')
    if (image?.isEmpty()) throw new Error(`there is no picture ${image.name}`)
    reportTest({ kind: 'told', what: 'overlay icon', value: [image?.name ?? null, description] })
  }
  setProgressBar(fraction: number): void {
    reportTest({ kind: 'told', what: 'progress', value: fraction })
  }
  maximize(): void {
    this.#isMaximized = true
  }
  isMaximized(): boolean {
    return this.#isMaximized
  }
  getNormalBounds(): Bounds {
    return { ...this.#bounds }
  }
  getBounds(): Bounds {
    return { ...this.#bounds }
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#contents.resize(this.#bounds.width, this.#bounds.height)
    this.emit('resize')
    this.emit('move')
  }
  close(): void {
    if (this.#isGone) return
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return app.stopQuitting()
    // The app hears of it before the page does.
    void this.#contents.holdsOn().then((holdsOn) => {
      if (holdsOn) app.stopQuitting()
      else this.destroy()
    })
  }
  destroy(): void {
    if (this.#isGone) return
    this.#isGone = true
    windows.delete(this)
    this.#contents.destroy()
    this.emit('closed')
    // As Electron does: once the stack that closed it is gone.
    setImmediate(() => app.windowGone())
  }
}

/** Instances answer only what the stand-in has. */
export const BrowserWindow = new Proxy(StandInWindow, {
  construct: (target, args: [WindowOptions?]) => strict('BrowserWindow', new target(...args)),
})
