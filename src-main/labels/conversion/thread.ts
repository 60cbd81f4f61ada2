import { isOutOfMemory, type ThreadHandle } from '../../../src-node/runtime/processes.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { replySchema, type Reply, type RequestInput, type RequestKind } from './protocol.ts'

/** Young objects of a thread, beside the heap that its lane bounds. */
const YOUNG_MB = 8

/** The renderer of ZPL as the first thread compiled it. */
let rendererProgram: WebAssembly.Module | null = null

/** What a thread answers. */
export type ThreadReply = Exclude<Reply, { kind: 'program' }>

/** Events of a thread. `onEnd` is the last one. */
export interface ThreadEvents {
  onReply: (reply: ThreadReply) => void
  onEnd: (why: { isOutOfMemory: boolean; message: string }) => void
}

/** A worker thread that draws. It starts at once, and never keeps the process alive. */
export class Thread {
  /** Requests that it has answered. */
  served = 0
  readonly #worker: ThreadHandle
  #events: ThreadEvents | null

  constructor(heapMb: number, events: ThreadEvents) {
    this.#events = events
    // From source this runs as TypeScript, from a build as JavaScript; the worker is beside it in either.
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
    this.#worker = runtime().processes.thread(new URL(`./raster.worker${extension}`, import.meta.url), {
      log: runtime().log,
      data: { program: rendererProgram },
      limits: { heapMb, youngMb: YOUNG_MB },
    })
    this.#worker.on('message', (message: unknown) => {
      const reply = replySchema.parse(message)
      if (reply.kind === 'program') rendererProgram = reply.program
      else this.#events?.onReply(reply)
    })
    this.#worker.on('error', (error: unknown) => this.#reportEnd(error))
    this.#worker.on('exit', () => this.#reportEnd(null))
  }

  /** The thread parses what it is sent; what is no request ends it. */
  send(request: { id: number; kind: RequestKind; input: RequestInput<RequestKind>; cancel: SharedArrayBuffer }): void {
    this.#worker.ref()
    this.#worker.postMessage(request)
  }

  /** Nothing is asked of it: it no longer keeps the process alive. */
  rest(): void {
    this.#worker.unref()
  }

  /** Bytes of its heap and of all that its libraries hold, also while it works; null before it has begun and after its end. */
  async bytes(): Promise<number | null> {
    try {
      const { total_heap_size: heap, external_memory: outside } = await this.#worker.getHeapStatistics()
      return heap + outside
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING') return null
      throw error
    }
  }

  /** Ends it, whatever it does; its end is not reported. */
  async end(): Promise<void> {
    this.#events = null
    await this.#worker.terminate()
  }

  #reportEnd(error: unknown): void {
    const events = this.#events
    this.#events = null
    events?.onEnd({
      isOutOfMemory: isOutOfMemory(error),
      message: error instanceof Error ? `${error.name} ${error.message}`.trim() : 'it ended unexpectedly',
    })
  }
}
