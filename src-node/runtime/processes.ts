import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Log } from '../log/log.ts'
import { logWhatIsSaid } from '../log/said.ts'

// Where threads with WebAssembly come and go, V8 of Node 24 can end the whole process while it frees single functions that
// it compiled anew ("Check failed: jit_page_->allocations_.erase", nodejs/node#64500). They stay as long as their module.
setFlagsFromString('--no-wasm-code-gc')

/** Threads beside the main one, and when work is worth one. */
export interface ProcessPort {
  /** Files up to this many bytes are worked on here: a thread or another process takes longer to start. */
  smallBytes: number
  /** Starts a module as a thread; it does not keep the process alive until `ref` is called. */
  thread(module: URL, options: ThreadOptions): ThreadHandle
  /** Follows how long this thread does one thing, and can do nothing else. */
  watchHolds(): HoldWatch
}

interface HoldWatch {
  /** Since it began, or since the last `reset`; pauses under some 20 ms do not show. */
  longestMs(): number
  reset(): void
  close(): void
}

interface ThreadOptions {
  /** Receives its stderr. */
  log: Log
  /** Megabytes of old objects and of young ones; as many as it likes when absent. */
  limits?: { heapMb: number; youngMb: number }
  /** The thread's initial `workerData`. */
  data?: object
}

/** The part of a worker thread that the station uses. */
export type ThreadHandle = Pick<Worker, 'on' | 'postMessage' | 'ref' | 'unref' | 'terminate' | 'getHeapStatistics'>

/** Did a thread end because it needed more memory than its limits? @param error of its `error` event */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const HOLD_RESOLUTION_MS = 20

export const systemProcesses: ProcessPort = {
  smallBytes: 4 * 1024 * 1024,
  thread: (module, { limits, data, log }) => {
    const worker = new Worker(module, {
      workerData: data,
      stderr: true,
      ...(limits && {
        resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: limits.youngMb },
      }),
    })
    logWhatIsSaid(worker.stderr, log.with({ source: 'thread' }))
    worker.unref()
    return worker
  },
  watchHolds: () => {
    const delays = monitorEventLoopDelay({ resolution: HOLD_RESOLUTION_MS })
    delays.enable()
    return {
      longestMs: () => Math.max(0, Math.round(delays.max / 1e6) - HOLD_RESOLUTION_MS),
      reset: () => delays.reset(),
      close: () => void delays.disable(),
    }
  },
}
