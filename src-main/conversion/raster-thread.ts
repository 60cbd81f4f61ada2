import { Worker } from 'node:worker_threads'
import { StationError } from '../../src-shared/station/error.ts'
import { answerSchemas, replySchema, type Answers, type RequestInput, type RequestKind } from './protocol.ts'

/** A request that has been running this long is stuck in a document made to be slow; the thread is given up. */
const DEADLINE_MS = 60_000

interface Pending {
  resolve: (answer: unknown) => void
  reject: (error: StationError) => void
}

/**
 * The client's end of the worker thread. The thread starts with the first call and never keeps the process alive by itself.
 * When it dies, what was under way is rejected and the next call starts another.
 */
export class RasterThread {
  #worker: Worker | null = null
  #nextId = 1
  readonly #pending = new Map<number, Pending>()
  #deadline: NodeJS.Timeout | null = null

  async call<K extends RequestKind>(kind: K, input: RequestInput<K>): Promise<Answers[K]> {
    const worker = (this.#worker ??= this.#start())
    const id = this.#nextId++
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
    })
    worker.ref()
    this.#deadline ??= this.#startDeadline()
    worker.postMessage({ id, kind, input })
    return answerSchemas[kind].parse(await answer)
  }

  /** Ends the thread; what was under way is rejected. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#giveUp('the conversion was closed')
    await worker?.terminate()
  }

  #start(): Worker {
    // From source this runs as TypeScript, from a build as JavaScript; the worker lies beside in either.
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
    const worker = new Worker(new URL(`./raster.worker${extension}`, import.meta.url))
    worker.on('message', (message: unknown) => this.#receive(message))
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#giveUp(error instanceof Error ? error.message : String(error))
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#giveUp('its thread ended')
    })
    return worker
  }

  #receive(message: unknown): void {
    const reply = replySchema.parse(message)
    const pending = this.#pending.get(reply.id)
    if (!pending) return
    this.#pending.delete(reply.id)
    if (this.#deadline) clearTimeout(this.#deadline)
    this.#deadline = this.#pending.size > 0 ? this.#startDeadline() : null
    if (this.#pending.size === 0) this.#worker?.unref()
    if ('problem' in reply) {
      pending.reject(new StationError({ code: 'CONVERSION_FAILED', message: reply.problem, details: reply.details }))
    } else pending.resolve(reply.answer)
  }

  /** Runs anew from each answer, since requests are worked on one after the other. */
  #startDeadline(): NodeJS.Timeout {
    return setTimeout(() => {
      const worker = this.#worker
      this.#giveUp(`it took longer than ${DEADLINE_MS / 1000} seconds`)
      void worker?.terminate()
    }, DEADLINE_MS)
  }

  #giveUp(why: string): void {
    this.#worker = null
    if (this.#deadline) clearTimeout(this.#deadline)
    this.#deadline = null
    for (const { reject } of this.#pending.values()) {
      reject(new StationError({ code: 'CONVERSION_FAILED', message: `conversion stopped: ${why}`, retryable: true }))
    }
    this.#pending.clear()
  }
}
