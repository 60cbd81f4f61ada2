import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { onTestsDate } from '../../../support/child-date.ts'
import { MACHINE_CLOCK } from '../world-clock.ts'
import { siteReportSchema, type SiteOrder, type SiteReport, type SiteSettings } from './site-protocol.ts'

/** A site that runs in a process of its own. */
export interface RunningSite {
  port: number
  /** Lets time pass for it. */
  pass(ms: number): void
  /** Null: it died before it answered. */
  enrolCode(urls: string[]): Promise<string | null>
  isSender(): Promise<boolean>
  /** The process is halted at once, wherever it is, and knows nothing of it. */
  freeze(): void
  thaw(): void
  /** Without warning. Resolves when it is gone. */
  kill(): Promise<void>
  /** Orderly. Resolves when it is gone. */
  close(): Promise<void>
  /** What it wrote to its error output last. */
  words(): string
}

const PROGRAM = join(import.meta.dirname, 'site-process.ts')
const OPEN_WITHIN_MS = 60_000
const CLOSE_WITHIN_MS = 20_000
const KEPT_WORDS = 4_000

/** Starts a site. Null: it could not open, as without its database. @throws when it says nothing at all */
export async function startSiteProcess(settings: SiteSettings): Promise<RunningSite | null> {
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    ...onTestsDate(MACHINE_CLOCK),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk.toString()}`.slice(-KEPT_WORDS)
  })
  child.on('error', () => undefined)
  const waiting = new Map<number, (value: string | boolean | null) => void>()
  let last = 0
  let isGone = false
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      isGone = true
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
      resolve()
    })
  })
  const first = await firstReport(child, gone, () => words)
  if (first.kind !== 'ready') {
    await gone
    return null
  }
  child.on('message', (message) => {
    const report = siteReportSchema.parse(message)
    if (report.kind !== 'answer') return
    waiting.get(report.id)?.(report.value)
    waiting.delete(report.id)
  })
  const tell = (order: SiteOrder) => {
    if (child.connected) child.send(order, () => undefined)
  }
  const asked = (order: (id: number) => SiteOrder): Promise<string | boolean | null> =>
    new Promise((resolve) => {
      if (isGone) return resolve(null)
      const id = ++last
      waiting.set(id, resolve)
      tell(order(id))
    })

  return {
    port: settings.port,
    pass: (ms) => tell({ kind: 'pass', ms }),
    enrolCode: async (urls) => {
      const code = await asked((id) => ({ kind: 'code', id, urls }))
      return typeof code === 'string' ? code : null
    },
    isSender: async () => (await asked((id) => ({ kind: 'is-sender', id }))) === true,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
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
    words: () => words,
  }
}

function firstReport(child: ChildProcess, gone: Promise<void>, words: () => string): Promise<SiteReport> {
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the site did not open in ${OPEN_WITHIN_MS / 1000} s: ${words()}`))
    }, OPEN_WITHIN_MS)
    child.once('message', (message) => {
      clearTimeout(tooLong)
      resolve(siteReportSchema.parse(message))
    })
    void gone.then(() => {
      clearTimeout(tooLong)
      reject(new Error(`the site died while it opened: ${words()}`))
    })
  })
}
