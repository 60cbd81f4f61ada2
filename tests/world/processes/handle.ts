import { fork } from 'node:child_process'
import { join } from 'node:path'
import { onTestsDate } from '../../support/child-date.ts'
import {
  reportSchema,
  resultSchema,
  type NoticeFact,
  type Order,
  type Settings,
  type SiteSettings,
  type StationResult,
  type StationSettings,
} from './protocol.ts'
import { MACHINE_CLOCK } from './world-clock.ts'

/** Whoever can be asked by the command table. */
export interface Invokes {
  /** Null: it died before it answered. */
  invoke(name: string, input: unknown): Promise<StationResult | null>
}

/** A process that may be killed. */
interface Running {
  /** Lets time pass for it. */
  pass(ms: number): void
  /** Without warning. Resolves when it is gone. */
  kill(): Promise<void>
  /** Orderly. Resolves when it is gone. */
  close(): Promise<void>
}

/** A station that runs in a process of its own. */
export interface RunningStation extends Invokes, Running {
  /** What it opened with to tell. */
  notices: readonly NoticeFact[]
  /** Sets its clock. */
  jump(ms: number): void
}

/** A site that runs in a process of its own. */
export interface RunningSite extends Running {
  port: number
  /** Null: it died before it answered. */
  enrolCode(urls: string[]): Promise<string | null>
  isSender(): Promise<boolean>
  /** From now on its key comes at once. */
  calm(): Promise<void>
  /** The process is halted at once, wherever it is, and knows nothing of it. */
  freeze(): void
  thaw(): void
}

/** It could not open; `code` says why: DIED and SLOW when it said nothing itself. */
export class StationDidNotOpen extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const PROGRAM = join(import.meta.dirname, 'program.ts')
const OPEN_WITHIN_MS = 60_000
const CLOSE_WITHIN_MS = 20_000
const KEPT_WORDS = 4_000

/** Starts a station. @throws StationDidNotOpen with what it said */
export async function startStation(settings: StationSettings): Promise<RunningStation> {
  const { notices, ask, report: notify, pass, kill, close } = await start({ kind: 'station', ...settings })
  return {
    ...{ notices, pass, kill, close },
    invoke: async (name, input) => resultSchema.nullable().parse(await ask(name, input)),
    jump: (ms) => notify({ kind: 'jump', ms }),
  }
}

/** Starts a site. Null: it could not open, as without its database. @throws StationDidNotOpen when it says nothing at all */
export async function startSite(settings: SiteSettings): Promise<RunningSite | null> {
  const running = await start({ kind: 'site', ...settings }).catch((error: unknown) => {
    if (error instanceof StationDidNotOpen && error.code !== 'DIED' && error.code !== 'SLOW') return null
    throw error
  })
  if (running === null) return null
  const { ask, pass, kill, close, signal } = running
  return {
    ...{ port: settings.port, pass, kill, close },
    enrolCode: async (urls) => {
      const code = await ask('enrolCode', urls)
      return typeof code === 'string' ? code : null
    },
    isSender: async () => (await ask('isSender', null)) === true,
    calm: async () => void (await ask('calm', null)),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

async function start(settings: Settings) {
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    ...onTestsDate(MACHINE_CLOCK),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const waiting = new Map<number, (result: unknown) => void>()
  let last = 0
  let isGone = false
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk.toString()}`.slice(-KEPT_WORDS)
  })
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      isGone = true
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
      resolve()
    })
  })
  // A message to a process that has just died is lost, as it would be a moment later.
  child.on('error', () => undefined)
  const notify = (order: Order) => {
    if (child.connected) child.send(order, () => undefined)
  }

  const notices = await new Promise<readonly NoticeFact[]>((resolve, reject) => {
    const tooLong = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new StationDidNotOpen('SLOW', `it did not open in ${OPEN_WITHIN_MS / 1000} s: ${words}`))
    }, OPEN_WITHIN_MS)
    let failure: StationDidNotOpen | null = null
    void gone.then(() => {
      clearTimeout(tooLong)
      reject(failure ?? new StationDidNotOpen('DIED', `it died while it opened: ${words}`))
    })
    child.on('message', (message) => {
      const report = reportSchema.parse(message)
      switch (report.kind) {
        case 'ready':
          clearTimeout(tooLong)
          resolve(report.notices)
          return
        case 'failed':
          clearTimeout(tooLong)
          failure = new StationDidNotOpen(report.code, `${report.message}\n${words}`)
          return
        case 'answer':
          waiting.get(report.id)?.(report.result)
          waiting.delete(report.id)
      }
    })
  })

  return {
    notices,
    report: notify,
    /** Null: it died before it answered. */
    ask: (name: string, input: unknown) =>
      new Promise<unknown>((resolve) => {
        if (isGone) return resolve(null)
        const id = ++last
        waiting.set(id, resolve)
        notify({ kind: 'command', id, name, input })
      }),
    pass: (ms: number) => notify({ kind: 'pass', ms }),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    close: async () => {
      notify({ kind: 'close' })
      const tooLong = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS)
      await gone
      clearTimeout(tooLong)
    },
  }
}
