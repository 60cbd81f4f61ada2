import { z } from 'zod'

/** What `~HS` says, as far as a label's fate depends on it (Zebra's Programming Guide, ~HS). */
export interface HostStatus {
  paperOut: boolean
  paused: boolean
  /** Labels received and not yet drawn. */
  formatsInBuffer: number
  bufferFull: boolean
  partialFormat: boolean
  ramCorrupt: boolean
  underTemperature: boolean
  overTemperature: boolean
  headOpen: boolean
  ribbonOut: boolean
  /** Labels of the batch that are still to come. */
  labelsRemaining: number
}

const digits = z.string().regex(/^\d+$/).transform(Number)
const flag = z.enum(['0', '1']).transform((digit) => digit === '1')
const any = z.string()

/** comms, paper out, pause, length, formats, buffer full, diagnostics, partial, unused, RAM corrupt, under, over. */
const firstLine = z.tuple([any, flag, flag, digits, digits, flag, flag, flag, any, flag, flag, flag])
/** settings, unused, head up, ribbon out, thermal transfer, mode, width mode, waiting, remaining, printing, graphics. */
const secondLine = z.tuple([any, any, flag, flag, any, any, any, flag, digits, any, digits])
/** password, RAM. */
const thirdLine = z.tuple([any, any])

/**
 * The last complete answer to `~HS` among these frames: three that follow each other. Null: there is none yet.
 * An answer that came twice, as after a late one, counts as the later.
 */
export function hostStatusOf(frames: readonly string[]): HostStatus | null {
  for (let at = frames.length - 3; at >= 0; at -= 1) {
    const [first, second, third] = frames.slice(at, at + 3).map((frame) => frame.split(','))
    const [one, two, three] = [firstLine.safeParse(first), secondLine.safeParse(second), thirdLine.safeParse(third)]
    if (!one.success || !two.success || !three.success) continue
    return {
      paperOut: one.data[1],
      paused: one.data[2],
      formatsInBuffer: one.data[4],
      bufferFull: one.data[5],
      partialFormat: one.data[7],
      ramCorrupt: one.data[9],
      underTemperature: one.data[10],
      overTemperature: one.data[11],
      headOpen: two.data[2],
      ribbonOut: two.data[3],
      labelsRemaining: two.data[8],
    }
  }
  return null
}

/** What keeps the printer from printing; null when nothing does. */
export function troubleOf(status: HostStatus): string | null {
  if (status.headOpen) return 'the print head is open'
  if (status.paperOut) return 'the paper is out'
  if (status.ribbonOut) return 'the ribbon is out'
  if (status.paused) return 'the printer is paused'
  if (status.ramCorrupt) return 'its memory is damaged'
  if (status.overTemperature) return 'the print head is too hot'
  if (status.underTemperature) return 'the print head is too cold'
  return null
}

/** Nothing is left to print: no label in the buffer, none remaining, none half received. */
export function isIdle(status: HostStatus): boolean {
  return status.formatsInBuffer === 0 && status.labelsRemaining === 0 && !status.partialFormat && !status.bufferFull
}
