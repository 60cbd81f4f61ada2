import { createJob } from './job.ts'
import { Lane } from './lane.ts'
import { type LaneLimits, type LaneName, type TimeLimit, type Work } from './limits.ts'
import { answerSchemas, type Answers, type RequestInput, type RequestKind } from './protocol.ts'

export interface PoolOptions {
  lanes: Readonly<Record<LaneName, LaneLimits>>
  timeLimit: TimeLimit
}

export interface RunOptions extends Omit<Work, 'kind'> {
  /** What people call the document. */
  name: string | undefined
  signal: AbortSignal | undefined
}

/**
 * Worker threads in two lanes, so that a scan never waits behind a big file. A document that turns out to be too long for
 * the lane of scans is moved to the other one.
 */
export class WorkerPool {
  readonly #lanes: Readonly<Record<LaneName, Lane>>
  readonly #timeLimit: TimeLimit

  constructor({ lanes, timeLimit }: PoolOptions) {
    this.#timeLimit = timeLimit
    const laneOf = (name: LaneName, other: LaneName): Lane =>
      new Lane({
        limits: lanes[name],
        warmLimitMs: timeLimit({ lane: name, kind: 'warm', bytes: 0, labels: 1 }),
        onTooLong: (job) => this.#lanes[other].add(job),
      })
    this.#lanes = { scan: laneOf('scan', 'bulk'), bulk: laneOf('bulk', 'scan') }
  }

  /** @throws StationError that names the document */
  async run<K extends RequestKind>(
    kind: K,
    input: RequestInput<K>,
    { name, signal, ...work }: RunOptions,
  ): Promise<Answers[K]> {
    const limitMs = this.#timeLimit({ kind, ...work })
    const { job, answer } = createJob(kind, input, { name: name ?? null, limitMs, signal })
    this.#lanes[work.lane].add(job)
    return answerSchemas[kind].parse(await answer)
  }

  /** Starts the thread of the lane of scans. */
  warm(): void {
    this.#lanes.scan.start()
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.close()))
  }
}
