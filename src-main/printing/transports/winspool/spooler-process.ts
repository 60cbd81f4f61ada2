import { fileURLToPath } from 'node:url'
import type { Timer } from '../../../../src-node/runtime/timers.ts'
import { after } from '../../../../src-node/runtime/wait.ts'
import { forkProcess, killProgram, type ChildLauncher } from '../../../kernel/child-program.ts'
import { WINDOWS, type WinspoolLibraries } from './libraries.ts'
import { stepSchema, type Step } from './steps.ts'

export interface WinspoolOptions {
  launcher?: ChildLauncher | undefined
  libraries?: WinspoolLibraries
  /** How long no step may come, in milliseconds: a driver that takes longer hangs. */
  stallMs?: number
  /** Looks at the job in the spooler, four a second. */
  looks?: number
}

const STALL_MS = 30_000
const LOOKS = 60
/** A process that a driver holds inside of Windows may not end. */
const LOST_AFTER_MS = 3_000

/** The reported steps, and how the process ended. still-there: it could not be ended and may continue, or not all of its reports are known. */
export interface Heard {
  steps: Step[]
  ended: 'in-time' | 'stalled' | 'stopped' | 'still-there'
}

/**
 * Runs the program that speaks to the spooler until it ends, reports nothing for too long, or is no longer wanted. All that it
 * reported is known then: its output is read to the end.
 */
export function runWinspool(
  args: readonly string[],
  { launcher = forkProcess, libraries = WINDOWS, stallMs = STALL_MS, looks = LOOKS }: WinspoolOptions,
  { onStep, signal }: { onStep?: (step: Step) => void; signal?: AbortSignal | undefined } = {},
): Promise<Heard> {
  if (signal?.aborted) return Promise.resolve({ steps: [], ended: 'stopped' })
  return new Promise((resolve) => {
    const steps: Step[] = []
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
    const child = launcher({
      entry: fileURLToPath(new URL(`./winspool.child${extension}`, import.meta.url)),
      args: [libraries.spooler, libraries.kernel, String(looks), ...args],
      env: process.env,
    })
    let ended: Heard['ended'] = 'in-time'
    let lost: Timer | null = null
    const giveUp = () => (lost ??= after(LOST_AFTER_MS, () => settle('still-there')))
    const end = (why: 'stalled' | 'stopped') => {
      if (ended !== 'in-time') return
      ended = why
      killProgram(child.pid)
      giveUp()
    }
    const stop = () => end('stopped')
    let stall = after(stallMs, () => end('stalled'))
    const settle = (how: Heard['ended']) => {
      stall.cancel()
      lost?.cancel()
      signal?.removeEventListener('abort', stop)
      resolve({ steps, ended: how })
    }
    let rest = ''
    child.stdout.on('data', (chunk: Buffer | string) => {
      const lines = `${rest}${chunk.toString()}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        // A program that is a browser as well writes lines of its own.
        if (!line.startsWith('{"step"')) continue
        const step = stepSchema.parse(JSON.parse(line))
        steps.push(step)
        onStep?.(step)
      }
      stall.cancel()
      if (ended === 'in-time') stall = after(stallMs, () => end('stalled'))
    })
    child.stderr.resume()
    signal?.addEventListener('abort', stop, { once: true })
    const isRead = new Promise<void>((read) => child.stdout.once('end', read))
    child.onExit(() => {
      // One that never came to be writes nothing; what another wrote may arrive after the word of its end.
      if (child.pid === undefined) return settle(ended)
      giveUp()
      void isRead.then(() => settle(ended))
    })
  })
}
