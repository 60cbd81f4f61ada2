import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorFacts } from '../../../../src-node/log/error-facts.ts'
import { runtime } from '../../../../src-node/runtime/runtime.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { queueInterrupted, queueRefused } from '../queue-error.ts'
import type { SendOptions, SendOutcome, Transport } from '../transport.ts'
import { jobStateOf, reasonOf, type Step } from './steps.ts'
import { runWinspool, type Heard, type WinspoolOptions } from './spooler-process.ts'

const NOTHING = new Uint8Array()

/**
 * A queue of Windows, taken RAW through winspool in a process of its own, so that a driver which hangs never holds the station.
 * The spooler reports on bytes only: nothing here proves that paper came out.
 */
export function winspoolTransport(queue: string, options: WinspoolOptions = {}): Transport {
  const refused = (reason: string) => queueRefused(queue, reason)

  return {
    check: async () => {
      const heard = await runWinspool([queue], options)
      return heard.steps.some(({ step }) => step === 'opened') ? null : refused(whyEnded(heard))
    },

    send: async (bytes, { onProgress, signal }: SendOptions = {}): Promise<SendOutcome> => {
      const kept = await keepInFolder(bytes)
      if ('reason' in kept) return { kind: 'refused', error: refused(kept.reason) }
      const onStep = (step: Step) => {
        if (step.step === 'written') onProgress?.(step.bytes)
      }
      try {
        return outcomeOf(await runWinspool([queue, kept.file], options, { onStep, signal }), queue, refused)
      } finally {
        await removeFolder(kept.dir)
      }
    },
  }
}

/** A file of its own for the process that hands it over; or why there is none. */
async function keepInFolder(bytes: Uint8Array): Promise<{ dir: string; file: string } | { reason: string }> {
  let dir: string | null = null
  try {
    dir = await mkdtemp(join(tmpdir(), 'waybill-print-'))
    const file = join(dir, 'label')
    await writeFile(file, bytes)
    return { dir, file }
  } catch (error) {
    if (dir !== null) await removeFolder(dir)
    return { reason: `it cannot be kept in the temporary folder (${errorFacts(error).code ?? 'unknown error'})` }
  }
}

/** What cannot be removed, as a file that another program holds, changes nothing of what became of the label. */
async function removeFolder(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    runtime().log.warn('temporary file of a label not removed', { error: errorFacts(error) })
  }
}

/** The outcome of a label, by the steps reported until the process ended. */
function outcomeOf(heard: Heard, queue: string, refused: (reason: string) => StationErrorData): SendOutcome {
  let [taken, isWriting, isTaken] = [0, false, false]
  let jobId: number | null = null
  let status: number | null | undefined
  for (const step of heard.steps) {
    if (step.step === 'started') jobId = step.jobId
    else if (step.step === 'writing') isWriting = true
    else if (step.step === 'written') taken = step.bytes
    else if (step.step === 'ended') isTaken = true
    else if (step.step === 'job') status = step.status
  }
  const isGone = heard.ended !== 'still-there'
  // One that hangs before it writes and cannot be ended may still write.
  if (!isWriting && isGone) return { kind: 'refused', error: refused(whyEnded(heard)) }
  const spooled = jobId === null ? {} : { spooled: { queue, jobId } }
  const state = status === undefined ? 'waiting' : jobStateOf(status)
  if (!isTaken || state === 'deleted') {
    const reason = isTaken ? 'deleted the job' : `broke off (${whyEnded(heard)})`
    const error = queueInterrupted(queue, reason, taken)
    return { kind: 'unknown', bytes: taken, answer: NOTHING, error, ...spooled }
  }
  const detail = state === 'held' || state === 'attention' ? state : 'spooled'
  return { kind: 'accepted', bytes: taken, answer: NOTHING, detail, ...spooled }
}

function whyEnded({ steps, ended }: Heard): string {
  const failure = steps.find((step) => step.step === 'failed')
  if (failure) return reasonOf(failure)
  if (ended === 'in-time') return 'the printing process ended unexpectedly'
  return ended === 'stopped' ? 'the station is closing' : 'the spooler or its driver is not responding'
}
