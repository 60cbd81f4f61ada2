import type { ThreadHandle } from '../../../src-node/runtime/processes.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { rasterReplySchema, type Picture } from './protocol.ts'

const THUMBNAIL_DOTS = 240

/** The picture that was asked for has more dots than one file can hold. */
export class PictureTooLarge extends Error {
  override readonly name = 'PictureTooLarge'
}

interface Pending {
  resolve: (png: Uint8Array) => void
  reject: (error: Error) => void
}

/**
 * PDF pages as PNG, drawn in a thread of their own. The thread starts with the first picture and keeps no process alive;
 * when it dies, running work is rejected and the next picture starts another.
 */
export class PdfRaster {
  #worker: ThreadHandle | null = null
  #nextId = 1
  readonly #pending = new Map<number, Pending>()

  /**
   * Every page of the PDF, one below the other, black and white at `dpi` dots an inch.
   * @throws PictureTooLarge
   */
  pages(pdf: Uint8Array, dpi: number): Promise<Uint8Array> {
    return this.#draw(pdf, { kind: 'pages', dpi })
  }

  /** The first page, small and in gray. */
  thumbnail(pdf: Uint8Array): Promise<Uint8Array> {
    return this.#draw(pdf, { kind: 'thumbnail', width: THUMBNAIL_DOTS })
  }

  /** Ends the thread; running work is rejected. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#giveUp('the service is closing')
    await worker?.terminate()
  }

  #draw(pdf: Uint8Array, picture: Picture): Promise<Uint8Array> {
    const worker = (this.#worker ??= this.#start())
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, pdf, picture })
    })
  }

  #start(): ThreadHandle {
    // From source this runs as TypeScript, from a build as JavaScript; the worker is beside it in both.
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
    const worker = runtime().processes.thread(new URL(`./raster.worker${extension}`, import.meta.url), {
      log: runtime().log,
    })
    worker.on('message', (message: unknown) => this.#receive(message))
    worker.on('error', (cause) => {
      if (this.#worker === worker) this.#giveUp(cause instanceof Error ? cause.message : String(cause))
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#giveUp('its thread ended')
    })
    return worker
  }

  #receive(message: unknown): void {
    const reply = rasterReplySchema.parse(message)
    const pending = this.#pending.get(reply.id)
    if (!pending) return
    this.#pending.delete(reply.id)
    if (this.#pending.size === 0) this.#worker?.unref()
    if ('png' in reply) pending.resolve(reply.png)
    else pending.reject(reply.isTooLarge ? new PictureTooLarge(reply.problem) : new Error(reply.problem))
  }

  #giveUp(why: string): void {
    this.#worker = null
    for (const { reject } of this.#pending.values()) reject(new Error(`drawing stopped: ${why}`))
    this.#pending.clear()
  }
}
