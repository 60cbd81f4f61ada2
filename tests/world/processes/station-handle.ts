import { fork } from 'node:child_process'
import { join } from 'node:path'
import {
  reportSchema,
  type NoticeFact,
  type StationOrder,
  type StationResult,
  type StationSettings,
} from './station-protocol.ts'
import { onTestsDate } from '../../support/child-date.ts'
import { MACHINE_CLOCK } from './world-clock.ts'

/** A station that runs in a process of its own. */
/** Whoever can be asked by the command table. */
export interface Invokes {
  /** Null: it died before it answered. */
  invoke(name: string, input: unknown): Promise<StationResult | null>
}

export interface RunningStation extends Invokes {
  /** What it opened with to tell. */
  notices: readonly NoticeFact[]
  /** Sets its clock. */
  jump(ms: number): void
  /** Lets time pass for it. */
  pass(ms: number): void
  /** Without warning. Resolves when it is gone. */
  kill(): Promise<void>
  /** Orderly. Resolves when it is gone. */
  close(): Promise<void>
}

/** It could not open; `code` says why. */
export class StationDidNotOpen extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const PROGRAM = join(import.meta.dirname, 'station-process.ts')
const OPEN_WITHIN_MS = 60_000
const CLOSE_WITHIN_MS = 15_000
const KEPT_WORDS = 4_000

/** Starts a station. @throws StationDidNotOpen with what it said */
export async function startStation(settings: StationSettings): Promise<RunningStation> {
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    ...onTestsDate(MACHINE_CLOCK),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const waiting = new Map<number, (result: StationResult | null) => void>()
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
  const tell = (order: StationOrder) => {
    if (child.connected) child.send(order, () => undefined)
  }

  const notices = await new Promise<readonly NoticeFact[]>((resolve, reject) => {
    const tooLong = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new StationDidNotOpen('SLOW', `the station did not open in ${OPEN_WITHIN_MS / 1000} s`))
    }, OPEN_WITHIN_MS)
    let failure: StationDidNotOpen | null = null
    void gone.then(() => reject(failure ?? new StationDidNotOpen('DIED', `the station died while it opened: ${words}`)))
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
    invoke: (name, input) =>
      new Promise((resolve) => {
        if (isGone) return resolve(null)
        const id = ++last
        waiting.set(id, resolve)
        tell({ kind: 'command', id, name, input })
      }),
    jump: (ms) => tell({ kind: 'jump', ms }),
    pass: (ms) => tell({ kind: 'pass', ms }),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    close: async () => {
      tell({ kind: 'close' })
      const tooLong = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS)
      await gone
      clearTimeout(tooLong)
    },
  }
}
