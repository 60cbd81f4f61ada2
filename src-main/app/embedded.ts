import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { logWhatIsSaid } from '../../src-node/log/said.ts'
import { sleep } from '../../src-node/runtime/wait.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { forkProcess, killProgram, type ChildLauncher } from '../kernel/child-program.ts'
import type { EmbeddedService } from './environment.ts'

export interface EmbeddedOptions {
  /** Where the service keeps its own database. */
  dataDir: string
  /** Book sample shipments at the first start. */
  samples: boolean
  launcher?: ChildLauncher | undefined
  /** How long it may take until it is ready, in milliseconds. */
  startWithinMs?: number
  /** Breaks the start off, because the station closes. */
  signal?: AbortSignal | undefined
}

/** The first start imports every US postal code. */
const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 5_000
const KILLED_WITHIN_MS = 1_000
/** Of one that has not started yet, and has nothing to bring to an end. */
const BREAK_OFF_WITHIN_MS = 500
/** Output of a process may arrive after its exit event. */
const LAST_WORDS_MS = 500
const READY = /^sandbox ready (http:\/\/127\.0\.0\.1:\d+\/\S*)$/m
/** As much of its output as an error message can use. */
const KEPT_OUTPUT = 4_000

/**
 * Starts the embedded freight service as a process of its own, with a key that is made for this run and passed in the
 * environment, where other users of the machine cannot read it.
 * @throws StationError SERVICE_UNREACHABLE when it is not ready in time, with its output on stderr
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedService> {
  const { dataDir, samples, launcher = forkProcess, startWithinMs = START_WITHIN_MS, signal } = options
  const apiKey = secret()
  const faultToken = secret()
  const launch = {
    entry: serviceEntry(),
    args: ['--data', dataDir, ...(samples ? ['--samples'] : [])],
    env: serviceEnvironment(apiKey, faultToken),
  }
  if (samples && !existsSync(join(dataDir, 'sandbox.db'))) await prepare(launcher, launch, startWithinMs, signal)
  const service = launcher(launch)

  const exited = new Promise<number | null>((resolve) => service.onExit(resolve))
  const ended = exited.then(() => undefined)
  const complaint = tail(service.stderr)
  logWhatIsSaid(service.stderr, runtime().log.with({ source: 'service' }))
  const stop = async (withinMs: number) => {
    service.stop()
    if (await within(withinMs, ended)) return
    killProgram(service.pid)
    // One that never started emits no end.
    await within(KILLED_WITHIN_MS, ended)
  }

  const start = await Promise.race([
    readyLine(service.stdout).then((url) => ({ url })),
    exited.then((code) => ({ url: null, why: `The embedded freight service did not start (code ${code ?? 'none'})` })),
    aborted(signal).then(() => ({ url: null, why: 'The embedded freight service was no longer needed' })),
    sleep(startWithinMs, { isBackground: true }).then(() => ({
      url: null,
      why: `The embedded freight service was not ready within ${startWithinMs / 1000} s`,
    })),
  ])
  if (start.url === null) {
    await within(LAST_WORDS_MS, Promise.race([complaint.isWhole, aborted(signal)]))
    await stop(signal?.aborted ? BREAK_OFF_WITHIN_MS : STOP_WITHIN_MS)
    throw notStarted(start.why, complaint.text())
  }
  return { baseUrl: start.url, apiKey, faultToken, ended, close: () => stop(STOP_WITHIN_MS) }
}

/**
 * Fills the folder in a process of its own: booking two dozen samples, each until its moment fits, leaves the one
 * that does it with 25 MB that it never needs again. What fails here the service does again, and reports.
 */
async function prepare(
  launcher: ChildLauncher,
  launch: Parameters<ChildLauncher>[0],
  withinMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const filler = launcher({ ...launch, args: [...launch.args, '--prepare'] })
  filler.stdout.resume()
  filler.stderr.resume()
  const ended = new Promise<void>((resolve) => filler.onExit(() => resolve()))
  const isOver = await within(withinMs, Promise.race([ended, aborted(signal)]))
  if (isOver && !signal?.aborted) return
  filler.stop()
  if (await within(BREAK_OFF_WITHIN_MS, ended)) return
  killProgram(filler.pid)
  await within(KILLED_WITHIN_MS, ended)
}

/** From source the service is TypeScript, in a build JavaScript; its path to this file is the same in either. */
function serviceEntry(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`../../src-sandbox/cli.${extension}`, import.meta.url))
}

/** The key of a real service is not passed to the embedded one. */
function serviceEnvironment(apiKey: string, faultToken: string): NodeJS.ProcessEnv {
  const { WAYBILL_API_KEY: _, ...env } = process.env
  return { ...env, WAYBILL_SANDBOX_KEY: apiKey, WAYBILL_SANDBOX_FAULT_TOKEN: faultToken }
}

function secret(): string {
  return runtime().random.bytes(24).toString('base64url')
}

/** Resolves with the base URL once the service has printed it; keeps reading, so that the pipe never fills up. */
function readyLine(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    let isReady = false
    stdout.on('data', (chunk: Buffer | string) => {
      if (isReady) return
      text = `${text}${chunk.toString()}`.slice(-KEPT_OUTPUT)
      const [, url] = READY.exec(text) ?? []
      // Only a whole line counts: a chunk may end in the middle of the port.
      if (url === undefined || !text.includes(`${url}\n`)) return
      isReady = true
      resolve(url)
    })
  })
}

/** Keeps the end of a stream's output. */
function tail(stream: NodeJS.ReadableStream): { text(): string; isWhole: Promise<unknown> } {
  let text = ''
  stream.on('data', (chunk: Buffer | string) => {
    text = `${text}${chunk.toString()}`.slice(-KEPT_OUTPUT)
  })
  const isWhole = new Promise((resolve) => {
    stream.once('end', resolve)
    stream.once('close', resolve)
  })
  return { text: () => text.trim(), isWhole }
}

/** Resolves when the signal is given; never without one. */
function aborted(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(null)
    signal?.addEventListener('abort', resolve, { once: true })
  })
}

function notStarted(what: string, complaint: string): StationError {
  return new StationError({
    code: 'SERVICE_UNREACHABLE',
    message: complaint ? `${what}: ${complaint}` : `${what}.`,
    retryable: true,
    details: { service: 'embedded' },
  })
}

/** True when the promise is settled before the time is over. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), sleep(ms, { isBackground: true }).then(() => false)])
}
