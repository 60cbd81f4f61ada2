import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { labelsOf, type MenuItem } from './menu-items.ts'
import { strict } from './strict.ts'
import { only } from './system.ts'
import { setup } from './world.ts'
import { reportTest } from './talk.ts'
import { windows } from './windows.ts'

/** `app`: begins, ends in Electron's order, and is one of its kind on a folder. */

export interface Preventable {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export function preventable<T extends object>(given: T): T & Preventable {
  const event = Object.assign(given, {
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  })
  return event
}

const lockSchema = z.object({ pid: z.number() })
const secondSchema = z.object({ argv: z.array(z.string()), cwd: z.string() })

/** The menu of the dock, and who clicks in it. */
export const dock = {
  items: [] as MenuItem[],
  setMenu: (menu: { items: MenuItem[] }): void => {
    dock.items = menu.items
    reportTest({ kind: 'told', what: 'dock menu', value: labelsOf(menu.items) })
  },
}

class App extends EventEmitter {
  readonly isPackaged = setup.isPackaged
  name = 'Electron'
  /** Windows shows no notification of a program without one. */
  hasUserModelId = false
  #paths = new Map<string, string>()
  #ready = Promise.withResolvers<null>()
  #isReady = false
  #isQuitting = false
  #isOver = false
  #lockFile: string | null = null

  readonly commandLine = {
    hasSwitch: (name: string): boolean =>
      process.argv.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`)),
    appendSwitch: (name: string, value = ''): void => {
      reportTest({ kind: 'told', what: 'appendSwitch', value: `${name}=${value}` })
    },
  }

  disableHardwareAcceleration(): void {
    if (this.#isReady) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }
  isReady(): boolean {
    return this.#isReady
  }
  whenReady(): Promise<unknown> {
    return this.#ready.promise
  }
  becomeReady(): void {
    for (const what of setup.opens) this.open(what)
    this.#isReady = true
    reportTest({ kind: 'ready' })
    this.emit('ready')
    this.#ready.resolve(null)
  }
  /** macOS opens a file or a link with the app; one that nobody takes is the system's again. */
  open(what: string): void {
    only('opening with the app', 'darwin')
    const event = preventable({})
    this.emit(what.includes('://') ? 'open-url' : 'open-file', event, what)
    if (!event.defaultPrevented) reportTest({ kind: 'told', what: 'not opened', value: what })
  }
  setName(name: string): void {
    this.name = name
  }
  setAppUserModelId(id: string): void {
    this.hasUserModelId = true
    reportTest({ kind: 'told', what: 'setAppUserModelId', value: id })
  }
  /** Of the package that runs; the test may say another. */
  getVersion(): string {
    return setup.version
  }
  getName(): string {
    return this.name
  }
  getAppPath(): string {
    return process.cwd()
  }
  setBadgeCount(count: number): boolean {
    only('app.setBadgeCount', 'linux', 'darwin')
    reportTest({ kind: 'told', what: 'badge', value: count })
    return true
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    reportTest({ kind: 'told', what: 'setAsDefaultProtocolClient', value: scheme })
    return true
  }
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: string[] }): void {
    only('app.setLoginItemSettings', 'darwin', 'win32')
    reportTest({ kind: 'told', what: 'login item', value: settings })
  }
  setUserTasks(tasks: { program: string; arguments: string; title: string }[]): boolean {
    only('app.setUserTasks', 'win32')
    reportTest({ kind: 'told', what: 'user tasks', value: tasks })
    return true
  }
  /** Of macOS alone. */
  readonly dock = setup.system === 'darwin' ? strict('app.dock', dock) : undefined
  setPath(name: string, path: string): void {
    reportTest({ kind: 'told', what: `path ${name}`, value: path })
    this.#paths.set(name, path)
  }
  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  getLocale(): string {
    return setup.locale
  }

  /** A file in the user's folder names who has it; a second one leaves its words there and knocks. */
  requestSingleInstanceLock(): boolean {
    if (this.#lockFile !== null) return true
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'SingletonLock.json')
    const owner = ownerOf(file)
    if (owner !== null) {
      writeFileSync(
        join(folder, `second-${process.pid}.json`),
        JSON.stringify({ argv: process.argv, cwd: process.cwd() }),
      )
      process.kill(owner, 'SIGUSR2')
      return false
    }
    process.on('SIGUSR2', () => this.#hearSecond(folder))
    writeFileSync(file, JSON.stringify({ pid: process.pid }))
    this.#lockFile = file
    return true
  }
  releaseSingleInstanceLock(): void {
    if (this.#lockFile !== null) rmSync(this.#lockFile, { force: true })
    this.#lockFile = null
  }
  #hearSecond(folder: string): void {
    for (const name of readdirSync(folder).filter((one) => /^second-\d+\.json$/.test(one))) {
      const { argv, cwd } = secondSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
      rmSync(join(folder, name), { force: true })
      this.emit('second-instance', {}, argv, cwd, null)
    }
  }

  relaunch(options: { args?: string[]; execPath?: string } = {}): void {
    const { args = process.argv.slice(1), execPath } = options
    reportTest({ kind: 'relaunch', args, ...(execPath === undefined ? {} : { execPath }) })
  }

  quit(): void {
    if (this.#isQuitting) return
    const event = preventable({})
    this.#isQuitting = true
    this.emit('before-quit', event)
    if (event.defaultPrevented) this.#isQuitting = false
    else if (windows.size === 0) this.#notifyAndEnd()
    // A window that stays keeps the app; the others are closed.
    else for (const window of [...windows]) window.close()
  }
  /** A window refused to close: there is no quitting now. */
  stopQuitting(): void {
    this.#isQuitting = false
  }
  windowGone(): void {
    if (windows.size > 0 || this.#isOver) return
    if (this.#isQuitting) this.#notifyAndEnd()
    else if (!this.emit('window-all-closed')) this.quit()
  }
  #notifyAndEnd(): void {
    const event = preventable({})
    this.emit('will-quit', event)
    if (event.defaultPrevented) this.#isQuitting = false
    else this.exit(0)
  }
  exit(code = 0): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const window of [...windows]) window.destroy()
    this.emit('quit', {}, code)
    this.releaseSingleInstanceLock()
    process.exit(code)
  }
}

function ownerOf(file: string): number | null {
  try {
    const { pid } = lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    process.kill(pid, 0)
    return pid
  } catch {
    // No such file, or nobody who wrote it.
    return null
  }
}

export const app = new App()
