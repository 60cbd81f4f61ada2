import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const startsSchema = z.object({
  /** It has begun and not ended in order yet. */
  isRunning: z.boolean(),
  /** How often in a row it did not end in order. */
  crashes: z.int().min(0).max(1_000),
})

/** So many ends in a row that nobody asked for, and the next start is a safe one. */
export const MOST_CRASHES = 2

export interface Starts {
  /** How often in a row it ended by itself before this start. */
  crashes: number
  /** It ends as somebody wanted: the next start begins anew. */
  endsWell(): void
  /** The same while it goes on: it is up, and what comes is another matter. */
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
      // A folder that cannot be written to is told by the station.
      console.error(error)
    }
  }
  write(true, crashes)
  return { crashes, endsWell: () => write(false, 0), isUp: () => write(true, 0) }
}

function readStarts(file: string): z.output<typeof startsSchema> {
  try {
    return startsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The first start; or a file that nobody can make sense of.
    return { isRunning: false, crashes: 0 }
  }
}
