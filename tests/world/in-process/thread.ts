import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { requestSchema } from '../../../src-main/labels/conversion/protocol.ts'
import { replyTo } from '../../../src-main/labels/conversion/reply.ts'
import { sendRows, tableSchema } from '../../../src-main/imports/sheets/table-thread.ts'
import { drill } from '../../../src-main/data/backup/drill.rows.ts'
import { inspectCopy } from '../../../src-main/data/increments/backup-chain.ts'
import type { ThreadHandle } from '../../../src-node/runtime/processes.ts'
import type { Loop, Owner } from './loop.ts'

/** How long a thread takes in a world where computing takes no time of its own. */
const WORK_MS = 60

/** Which sends rows, and waits to be asked for more. */
const TABLE = 'table.worker.ts'

/** Threads that do one thing with what they begin with, and answer. The service's own pictures are not drawn in a world. */
const ONE_ANSWER: Readonly<Record<string, (data: unknown) => unknown>> = {
  'inspect.worker.ts': (data) => {
    const { file, pages } = z.object({ file: z.string(), pages: z.boolean() }).parse(data)
    return inspectCopy(file, { pages })
  },
  'drill.worker.ts': (data) => {
    const { copy, target } = z.object({ copy: z.string(), target: z.string() }).parse(data)
    return drill(copy, target)
  },
}

/**
 * A thread of the station whose work is done in this process, in order, and answered after simulated time: computing holds
 * up nothing here.
 */
export function threadInProcess(module: URL, data: unknown, owner: Owner, loop: Loop): ThreadHandle {
  const name = module.pathname.split('/').at(-1) ?? ''
  const once = ONE_ANSWER[name]
  if (!once && name !== 'raster.worker.ts' && name !== TABLE)
    throw new Error(`no world has the thread ${module.pathname}`)
  const events = new EventEmitter()
  let last: Promise<void> = Promise.resolve()
  const soon = (report: () => void) => void loop.after(WORK_MS, report, owner, 0.5)
  const report = (message: unknown) => soon(() => events.emit('message', message))
  if (once) {
    soon(() => {
      try {
        events.emit('message', once(data))
      } catch (error) {
        events.emit('error', error)
      }
    })
  }
  let asked = Promise.withResolvers<null>()
  if (name === TABLE) {
    const more = () => asked.promise.then(() => void (asked = Promise.withResolvers()))
    soon(() => void sendRows(tableSchema.parse(data), report, more))
  }
  return {
    on(event: string, listener: (...args: never[]) => void) {
      events.on(event, listener as (...args: unknown[]) => void)
      return this
    },
    postMessage: (message: unknown) => {
      if (name === TABLE) return asked.resolve(null)
      const request = requestSchema.parse(structuredClone(message))
      last = last.then(async () => report(await replyTo(request, report)))
    },
    ref: () => undefined,
    unref: () => undefined,
    terminate: async () => {
      events.removeAllListeners()
      return 0
    },
    getHeapStatistics: async () => ({ total_heap_size: 0, external_memory: 0 }),
  } as unknown as ThreadHandle
}
