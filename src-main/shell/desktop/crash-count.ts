import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const startsSchema = z.object({
  /** It has begun, is not up, and has not ended in order yet. */
  isRunning: z.boolean(),
  /** How often in a row it did not end in order. */
  crashes: z.int().min(0).max(1_000),
})

/** After this many unexpected ends in a row the next start is in safe mode. */
export const MOST_CRASHES = 2

export interface Starts {
  /** How many times in a row it crashed before this start. */
  crashes: number
  /** A requested end: the crash count starts over. */
  endsWell(): void
  /** The same while it runs: it is up, and a later end in disorder is another matter. */
  isUp(): void
}

/** Counts starts that did not come to a good end, in a file of the window's folder. */
export function countStart(folder: string): Starts {
  const file = join(folder, 'starts.json')
  const before = readStarts(file)
  const crashes = before.isRunning ? before.crashes + 1 : 0
  const write = (isRunning: boolean, count: number) => {
    try {
      writeFileSync(file, JSON.stringify({ isRunning, crashes: count }))
    } catch (error) {
      // A folder that cannot be written to is reported by the station.
      console.error(error)
    }
  }
  write(true, crashes)
  return { crashes, endsWell: () => write(false, 0), isUp: () => write(false, 0) }
}

function readStarts(file: string): z.output<typeof startsSchema> {
  try {
    return startsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The first start; or an unreadable file.
    return { isRunning: false, crashes: 0 }
  }
}
