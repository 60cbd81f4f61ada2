import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { removeUnlessHeldSync } from '../../../src-node/rename.ts'
import { dayAt } from '../../../src-shared/station/day.ts'
import type { LogLine } from '../../../src-node/log/log.ts'
import { reasonOf } from '../sqlite/store-error.ts'

export interface LogFilesOptions {
  dir: string
  now: () => Date
  /** A file that is longer is followed by the next of the day. */
  mostBytes?: number
}

const MOST_BYTES = 5_000_000
/** Days on which something was written, even if a wrong clock gives another today. */
const MOST_DAYS = 14
/** The upper bound: with it the log is never above 200 MB. */
const MOST_FILES = 40
/** `waybill-2026-11-22.3.jsonl`: the third of that day at this station. */
const NAME = /^waybill-(\d{4}-\d\d-\d\d)\.(\d{1,6})\.jsonl$/

export type LogFiles = ReturnType<typeof openLogFiles>

/**
 * The log in a folder: a line of JSON for each thing that happened, a file for each day, and further ones as they
 * fill. A line is written to the system before the call returns, so that what was written before a crash is there.
 * Nothing is renamed: two processes may write beside each other.
 */
export function openLogFiles({ dir, now, mostBytes = MOST_BYTES }: LogFilesOptions) {
  let day = ''
  let path = ''
  let size = 0
  let failure: string | null = null
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
  } catch (error) {
    failure = reasonOf(error)
  }

  function next(today: string, bytes: number): void {
    if (day === today && size + bytes <= mostBytes) return
    const ofToday = logNames(dir).filter((name) => dayOf(name) === today)
    const last = ofToday.at(-1)
    const isRoom = last !== undefined && sizeOf(join(dir, last)) + bytes <= mostBytes
    const name = isRoom ? last : `waybill-${today}.${last === undefined ? 1 : numberOf(last) + 1}.jsonl`
    day = today
    path = join(dir, name)
    size = isRoom ? sizeOf(path) : 0
    letGo()
  }

  function letGo(): void {
    const names = logNames(dir)
    const days = new Set([...new Set(names.map(dayOf)), day].sort().slice(-MOST_DAYS))
    const kept = names.filter((name) => days.has(dayOf(name))).slice(-(MOST_FILES - 1))
    // A held one is deleted the next time: what is to be written now does not wait for it.
    for (const name of names) if (!kept.includes(name)) removeUnlessHeldSync(join(dir, name))
  }

  return {
    dir,

    /** Never throws: a log that cannot be written must not stop the work that it logs. */
    write: (line: LogLine): void => {
      const text = `${JSON.stringify(line)}\n`
      try {
        next(dayAt(now()), Buffer.byteLength(text))
        appendFileSync(path, text, { mode: 0o600 })
        size += Buffer.byteLength(text)
        failure = null
      } catch (error) {
        failure = reasonOf(error)
        day = ''
      }
    },

    /** Why the last line is not in it; null: it is. */
    failure: (): string | null => failure,

    bytes: (): number => logNames(dir).reduce((sum, name) => sum + sizeOf(join(dir, name)), 0),

    /** Every file, oldest first, the newest ones up to this many bytes. */
    read: (mostInAll: number): { name: string; bytes: Buffer }[] => {
      const read: { name: string; bytes: Buffer }[] = []
      let left = mostInAll
      for (const name of logNames(dir).reverse()) {
        left -= sizeOf(join(dir, name))
        if (left < 0 && read.length > 0) break
        read.unshift({ name, bytes: readFileSync(join(dir, name)) })
      }
      return read
    },
  }
}

const dayOf = (name: string): string => NAME.exec(name)?.[1] ?? ''
const numberOf = (name: string): number => Number(NAME.exec(name)?.[2] ?? 0)
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Oldest first. */
function logNames(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => NAME.test(name))
    .sort((a, b) => dayOf(a).localeCompare(dayOf(b)) || numberOf(a) - numberOf(b))
}
