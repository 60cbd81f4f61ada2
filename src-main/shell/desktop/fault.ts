import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StationError } from '../../../src-shared/station/error.ts'
import type { Ending } from './quit.ts'
import { wordsOf } from './failure.ts'
import type { ShellWords } from './words.ts'

interface FaultyProgram {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
}

interface FaultOptions {
  program: FaultyProgram
  ending: Pick<Ending, 'end' | 'hasBegun'>
  /** Stores the reason for the next start, which reports it. */
  folder: string
  /** What this Waybill was started with. */
  args: string[]
  relaunch(options: { args: string[] }): void
  /** Where there is no next start: a box that waits for a person, with nothing behind it that could be kept waiting. */
  say(title: string, text: string): void
  words(): ShellWords
}

/** Passed to a Waybill that starts after such an end; it does not restart again. */
const AFTER_FAULT = '--after-fault'
const LONGEST = 500

/**
 * After an uncaught error the state is unknown: the station is closed in order and Waybill starts again,
 * once. Electron alone would show a box that holds up printing, and continue.
 */
export function endOnFault({ program, ending, folder, args, relaunch, say, words }: FaultOptions): void {
  const startsAgain = !args.includes(AFTER_FAULT)
  let hasFault = false
  const onFault = (error: unknown) => {
    console.error(error)
    // One that ends already must not come back, above all not while an update replaces it.
    if (hasFault || ending.hasBegun()) return
    hasFault = true
    const reason = wordsOf(error).slice(0, LONGEST)
    if (startsAgain) {
      keep(folder, reason)
      relaunch({ args: [...args, AFTER_FAULT] })
    }
    ending.end(1, () => startsAgain || say(words().hasEnded, reason))
  }
  program.on('uncaughtException', onFault)
  program.on('unhandledRejection', onFault)
}

/** Why the Waybill before this one ended, as a notice; null when it ended well. Notifies it once. */
export function lastFault(folder: string): StationError | null {
  const file = fileIn(folder)
  try {
    const reason = readFileSync(file, 'utf8')
    rmSync(file)
    return new StationError({
      code: 'ENDED_BY_FAULT',
      message: `Waybill hit an unexpected error (${reason}), closed properly, and restarted. Bookings and print jobs are safe.`,
      details: { reason },
    })
  } catch {
    return null
  }
}

function keep(folder: string, reason: string): void {
  try {
    writeFileSync(fileIn(folder), reason)
  } catch (error) {
    // It was written to stderr; the next start does not report it.
    console.error(error)
  }
}

const fileIn = (folder: string): string => join(folder, 'last-fault.txt')
