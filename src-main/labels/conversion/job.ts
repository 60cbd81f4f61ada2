import { StationError, type StationErrorCode } from '../../../src-shared/station/error.ts'
import type { RequestInput, RequestKind } from './protocol.ts'

/** One request on its way through a lane. */
export interface Job {
  readonly kind: RequestKind
  readonly input: RequestInput<RequestKind>
  /** What people call the document; null when the caller did not say. */
  readonly name: string | null
  /** For a page, or for all where a library draws all at once. */
  readonly limitMs: number
  /** Shared with the thread: not 0 when the work is to stop after the page in hand. */
  readonly cancel: SharedArrayBuffer
  readonly signal: AbortSignal | undefined
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
  /** Threads that ended while this was in hand, without it being to blame for sure. */
  deaths: number
  /** Turned out to be too long for the lane it is in. */
  isMoving: boolean
}

export interface JobOptions {
  name: string | null
  limitMs: number
  signal: AbortSignal | undefined
}

export function createJob<K extends RequestKind>(
  kind: K,
  input: RequestInput<K>,
  options: JobOptions,
): { job: Job; answer: Promise<unknown> } {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const cancel = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const job = { kind, input, ...options, cancel, resolve, reject, deaths: 0, isMoving: false }
  return { job, answer: promise }
}

/** Lets the thread stop after the page in hand. */
export function stopAfterPage({ cancel }: Job): void {
  Atomics.store(new Int32Array(cancel), 0, 1)
}

/** Takes back a stop, for a job that restarts. */
export function mayGoOn({ cancel }: Job): void {
  Atomics.store(new Int32Array(cancel), 0, 0)
}

/** An error that names the document it is about. */
export function jobError(
  { name }: Pick<Job, 'name'>,
  code: StationErrorCode,
  message: string,
  details: Record<string, unknown> = {},
  retryable = false,
): StationError {
  const named = name === null ? message : `${name}: ${message}`
  return new StationError({ code, message: named, retryable, details: name === null ? details : { name, ...details } })
}
