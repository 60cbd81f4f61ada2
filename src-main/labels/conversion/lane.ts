import { after, every } from '../../../src-node/runtime/wait.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import { jobError, mayGoOn, stopAfterPage, createJob, type Job } from './job.ts'
import { LOOK_EVERY_MS, START_LIMIT_MS, type LaneLimits } from './limits.ts'
import { Thread, type ThreadReply } from './thread.ts'

export interface LaneOptions {
  limits: LaneLimits
  /** Milliseconds that loading the libraries may take. */
  warmLimitMs: number
  /** A job turned out to be too long for this lane. */
  onTooLong: (job: Job) => void
}

/**
 * One thread and the jobs that wait for it, in order, one in hand at a time. A job that takes longer than its limit or more
 * memory than the thread has is ended with its thread and named; those behind it never notice, for they wait on this side.
 */
export class Lane {
  readonly #options: LaneOptions
  readonly #waiting: Job[] = []
  #inHand: Job | null = null
  #pages = 0
  #thread: Thread | null = null
  /** A new thread waits for this: two would hold the memory of two. */
  #ending: Promise<void> | null = null
  /** Whether a document ended the thread. */
  #isLost = false
  #lastId = 0
  #limit: Timer | null = null
  #look: Timer | null = null
  #idle: Timer | null = null

  constructor(options: LaneOptions) {
    this.#options = options
  }

  add(job: Job): void {
    job.signal?.addEventListener('abort', () => this.#cancel(job), { once: true })
    if (job.signal?.aborted === true) {
      job.reject(job.signal.reason)
      return
    }
    this.#waiting.push(job)
    this.#next()
  }

  /** Starts the thread, unless there is one. Libraries are left to the first job: it may need none. */
  start(): void {
    if (this.#thread !== null || this.#ending !== null) return
    this.#thread = this.#newThread()
    this.#rest()
  }

  #next(): void {
    if (this.#inHand !== null || this.#ending !== null) return
    const [job] = this.#waiting
    if (job === undefined) {
      this.#rest()
      return
    }
    this.#waiting.shift()
    this.#begin(job)
  }

  /** Ends the thread; what waits or is in hand is refused. */
  async close(): Promise<void> {
    const jobs = [...(this.#inHand === null ? [] : [this.#inHand]), ...this.#waiting.splice(0)]
    this.#inHand = null
    this.#isLost = false
    this.#stopTimers()
    for (const job of jobs) job.reject(jobError(job, 'CONVERSION_FAILED', 'conversion was closed', {}, true))
    await this.#endThread()
  }

  #begin(job: Job): void {
    this.#stopTimers()
    this.#inHand = job
    this.#pages = 0
    this.#lastId += 1
    const { kind, input, cancel } = job
    this.#startLimit(START_LIMIT_MS)
    this.#isLost = false
    this.#thread ??= this.#newThread()
    this.#look ??= every(LOOK_EVERY_MS, () => void this.#checkMemory(), { isBackground: true })
    this.#thread.send({ id: this.#lastId, kind, input, cancel })
  }

  #newThread(): Thread {
    const thread: Thread = new Thread(this.#options.limits.heapMb, {
      onReply: (reply) => {
        if (thread === this.#thread) this.#receive(reply, thread)
      },
      onEnd: ({ isOutOfMemory, message }) => {
        if (thread === this.#thread) this.#died(thread, isOutOfMemory, message)
      },
    })
    return thread
  }

  #receive(reply: ThreadReply, thread: Thread): void {
    const job = this.#inHand
    if (job === null || reply.id !== this.#lastId) return
    if (reply.kind === 'progress') {
      this.#startLimit(job.limitMs)
      this.#pages += 1
      if (this.#pages > this.#options.limits.mostPages) {
        job.isMoving = true
        stopAfterPage(job)
      }
      return
    }
    const isUsed = thread.served > 0
    thread.served += 1
    if (reply.isSpent || reply.storedBytes > this.#options.limits.mostStoredBytes) this.#lose()
    if (reply.kind === 'answer') this.#settle(() => job.resolve(reply.answer))
    else if (job.signal?.aborted === true) this.#settle(() => job.reject(job.signal?.reason))
    else if (job.isMoving) this.#move(job)
    // What the ones before left in the thread may be what was too much.
    else if (reply.isSpent && reply.code === 'DOCUMENT_TOO_LARGE' && isUsed && job.deaths === 0) this.#again(job)
    else this.#fail(job, jobError(job, reply.code, reply.problem, reply.details))
  }

  #died(thread: Thread, isOutOfMemory: boolean, message: string): void {
    const job = this.#inHand
    this.#lose()
    if (job === null) return
    const mayBeInnocent = isOutOfMemory ? thread.served > 0 : true
    if (mayBeInnocent && job.deaths === 0) this.#again(job)
    else if (isOutOfMemory) this.#fail(job, outOfMemory(job))
    else this.#fail(job, jobError(job, 'CONVERSION_FAILED', `its thread ended twice: ${message}`, {}, true))
  }

  /** Restarts with each page. */
  #startLimit(ms: number): void {
    this.#limit?.cancel()
    this.#limit = after(ms, () => {
      const job = this.#inHand
      if (job === null) return
      this.#lose()
      const seconds = Math.round(ms / 1000)
      const message = `drawing it took longer than ${seconds} seconds and was stopped`
      this.#fail(job, jobError(job, 'DOCUMENT_TOO_SLOW', message, { limitMs: ms }))
    })
  }

  async #checkMemory(): Promise<void> {
    const thread = this.#thread
    const bytes = (await thread?.bytes()) ?? 0
    if (thread === null || thread !== this.#thread || bytes <= this.#options.limits.mostBytes) return
    this.#died(thread, true, 'it took too much memory')
  }

  #cancel(job: Job): void {
    const at = this.#waiting.indexOf(job)
    if (at >= 0) {
      this.#waiting.splice(at, 1)
      job.reject(job.signal?.reason)
    } else stopAfterPage(job)
  }

  #fail(job: Job, error: Error): void {
    this.#settle(() => job.reject(error))
  }

  #move(job: Job): void {
    mayGoOn(job)
    job.isMoving = false
    this.#settle(() => this.#options.onTooLong(job))
  }

  /** First in line again: order within the lane is kept. */
  #again(job: Job): void {
    job.deaths += 1
    this.#waiting.unshift(job)
    this.#settle(() => {})
  }

  #settle(report: () => void): void {
    this.#stopTimers()
    this.#inHand = null
    report()
    this.#next()
  }

  #stopTimers(): void {
    for (const timer of [this.#limit, this.#look, this.#idle]) timer?.cancel()
    this.#limit = this.#look = this.#idle = null
  }

  /** Loads what most documents need while none is here: one that ended the thread took it with it. */
  #load(): void {
    const { job, answer } = createJob(
      'warm',
      { purpose: 'print' },
      { name: null, limitMs: this.#options.warmLimitMs, signal: undefined },
    )
    // A failure here recurs, and is reported, with the next document.
    answer.catch(() => {})
    this.add(job)
  }

  #rest(): void {
    if (this.#isLost && this.#options.limits.isWarm) this.#load()
    if (this.#thread === null || this.#inHand !== null) return
    this.#thread.rest()
    this.#idle ??= after(this.#options.limits.idleMs, () => void this.#endThread(), { isBackground: true })
  }

  /** The thread is of no use any more because of what it was given. */
  #lose(): void {
    this.#isLost = this.#inHand?.kind !== 'warm'
    void this.#endThread()
  }

  #endThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    if (thread === null) return this.#ending ?? Promise.resolve()
    const ending = thread.end().then(() => {
      this.#ending = null
      this.#next()
    })
    this.#ending = ending
    return ending
  }
}

function outOfMemory(job: Job): Error {
  return jobError(job, 'DOCUMENT_TOO_LARGE', 'drawing it needs more memory than is allowed')
}
