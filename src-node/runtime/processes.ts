import { Worker } from 'node:worker_threads'

/** Threads beside the main one, and when work is worth one. */
export interface ProcessPort {
  /** Files up to so many bytes are worked on here: a thread or another process takes longer to start. */
  smallBytes: number
  /** Starts a module as a thread; it does not keep the process alive until `ref` is called. */
  thread(module: URL, options?: ThreadOptions): ThreadHandle
}

interface ThreadOptions {
  /** Megabytes of old objects and of young ones; as many as it likes when absent. */
  limits?: { heapMb: number; youngMb: number }
  /** What the thread begins with: `workerData`. */
  data?: object
}

/** Of a worker thread what the station uses. */
export type ThreadHandle = Pick<Worker, 'on' | 'postMessage' | 'ref' | 'unref' | 'terminate' | 'getHeapStatistics'>

export const systemProcesses: ProcessPort = {
  smallBytes: 4 * 1024 * 1024,
  thread: (module, { limits, data } = {}) => {
    const worker = new Worker(module, {
      workerData: data,
      ...(limits && {
        resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: limits.youngMb },
      }),
    })
    worker.unref()
    return worker
  },
}
