import { EventEmitter } from 'node:events'
import { requestSchema } from '../../src-main/conversion/protocol.ts'
import { replyTo } from '../../src-main/conversion/reply.ts'
import type { ThreadHandle } from '../../src-node/runtime/processes.ts'
import type { Loop, Owner } from './loop.ts'

/** How long a label takes to draw in a world where computing takes no time of its own. */
const WORK_MS = 60

/**
 * A thread of the station whose work is done in this process, in order, and answered after simulated time: computing holds
 * up nothing here. The service's own pictures are not drawn in a world.
 */
export function threadInProcess(module: URL, owner: Owner, loop: Loop): ThreadHandle {
  if (!module.pathname.includes('/src-main/conversion/')) throw new Error(`no world has the thread ${module.pathname}`)
  const events = new EventEmitter()
  let last: Promise<void> = Promise.resolve()
  const tell = (message: unknown) => {
    loop.after(WORK_MS, () => events.emit('message', message), owner, 0.5)
  }
  return {
    on(name: string, listener: (...args: never[]) => void) {
      events.on(name, listener as (...args: unknown[]) => void)
      return this
    },
    postMessage: (message: unknown) => {
      const request = requestSchema.parse(structuredClone(message))
      last = last.then(async () => tell(await replyTo(request, tell)))
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
