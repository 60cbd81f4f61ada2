import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { projectRoot } from '../../scripts/project.ts'
import { onTestsDate } from '../support/child-date.ts'
import { full } from '../support/full.ts'
import { runningClock } from '../support/running-clock.ts'
import { seedService } from '../support/seeded-service.ts'
import { newStores } from '../support/new-stores.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import type { TestChromium } from './chromium.ts'
import { noteSchema, type Note, type Order, type Setup } from './stand-in/talk.ts'

/** Of a test that the default run leaves out. */
export const STARTS = full(
  'starts the app and a window; the default run walks the main job, a second start and a crash',
)

type NoteOf<K extends Note['kind']> = Extract<Note, { kind: K }>

/** The desktop app, started as its users start it but for Electron's own program. */
export interface DesktopApp {
  child: ChildProcess
  dataDir: string
  /** What it did so far that a person would see. */
  notes: Note[]
  order(order: Order): void
  /** Waits for a note. */
  note<K extends Note['kind']>(kind: K, holds?: (note: NoteOf<K>) => boolean): Promise<NoteOf<K>>
  /** Waits until the page has loaded so often. */
  loads(times: number): Promise<void>
  /** Waits until its window came to the front so often. */
  focused(times: number): Promise<void>
  /** The window's page, once it is shown. */
  page(): Promise<Page>
  /** The exit code, or the signal's name. */
  ended: Promise<number | string>
  /** All that it wrote, stdout and stderr. */
  said(): string
}

export interface DesktopOptions extends Omit<Setup, 'browser'> {
  dataDir?: string
  args?: string[]
  /** `waybill <command>` instead of the window: the words before everything else. */
  command?: string[]
  env?: NodeJS.ProcessEnv
  /** Another program than the built one. */
  main?: string
}

/** What the built app begins with. */
export const MAIN = join(projectRoot, 'out', 'src-main', 'shell', 'desktop', 'boot.js')

/** The built shell, whose main file imports one that is missing. @returns what it begins with */
export function brokenShell(): string {
  const [root, built] = [tempDir(), join(projectRoot, 'out', 'shared')]
  const [boot, shared] = [join(root, relative(projectRoot, MAIN)), join(root, 'out', 'shared')]
  mkdirSync(dirname(boot), { recursive: true })
  mkdirSync(shared)
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  copyFileSync(MAIN, boot)
  for (const name of readdirSync(built)) {
    // What the others import is theirs, in the build; boot alone imports from here.
    if (/^main-/.test(name)) writeFileSync(join(shared, name), "import './missing.js'")
    else symlinkSync(join(built, name), join(shared, name))
  }
  return boot
}
export const STAND_IN = join(import.meta.dirname, 'stand-in', 'start.ts')

/** A data folder whose embedded service knows its places already. */
export function seededDataDir(): string {
  const dataDir = newStores()
  mkdirSync(join(dataDir, 'embedded'), { recursive: true })
  seedService(join(dataDir, 'embedded'))
  return dataDir
}

export function startDesktop(browser: TestChromium, options: DesktopOptions = {}): DesktopApp {
  const { dataDir = seededDataDir(), args = [], command = [], env = {}, main = MAIN, ...setup } = options
  const date = onTestsDate(runningClock())
  const child = spawn(process.execPath, [STAND_IN, main, ...command, '--data', dataDir, ...args], {
    env: {
      ...date.env,
      ...env,
      // No keychain of whoever runs the tests is touched.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      WAYBILL_STAND_IN: JSON.stringify({ browser: browser.endpoint, ...setup }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const notes: Note[] = []
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.on('message', (message) => notes.push(noteSchema.parse(message)))
  // What it said last is here only then.
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  let connected: Browser | undefined
  onTestFinished(async () => {
    await connected?.close()
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  })

  async function note<K extends Note['kind']>(
    kind: K,
    holds: (note: NoteOf<K>) => boolean = () => true,
  ): Promise<NoteOf<K>> {
    const isIt = (one: Note): one is NoteOf<K> => one.kind === kind
    return until(
      `${kind}, of the app that told ${JSON.stringify(notes)} and said ${said}`,
      () => {
        const found = notes.filter(isIt).find(holds)
        if (found) return found
        if (child.exitCode !== null) throw new Error(`the app ended with ${child.exitCode} and said ${said}`)
        return null
      },
      { giveUpMs: 60_000 },
    )
  }

  async function often(what: Note['kind'], times: number): Promise<void> {
    await until(`${what} ${times}`, () => (notes.filter(({ kind }) => kind === what).length >= times ? true : null))
  }

  return {
    child,
    dataDir,
    notes,
    note,
    ended,
    loads: (times) => often('loaded', times),
    focused: (times) => often('focused', times),
    said: () => said,
    order: (order) => void child.send(order),
    page: async () => {
      const { targetId } = await note('shown')
      return until('the window', async () => {
        // A connection that was made while the page's process was dead never sees it.
        await connected?.close()
        connected = await chromium.connectOverCDP(browser.endpoint)
        return pageOf(connected, targetId)
      })
    },
  }
}

async function pageOf(browser: Browser, targetId: string): Promise<Page | null> {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) {
      // A page may close between the list and the question: then it is not the one.
      const session = await context.newCDPSession(page).catch((error: unknown) => {
        if (page.isClosed() || String(error).includes('no object with guid')) return null
        throw error
      })
      if (session === null) continue
      const { targetInfo } = await session.send('Target.getTargetInfo')
      await session.detach()
      if (targetInfo.targetId === targetId) return page
    }
  }
  return null
}
