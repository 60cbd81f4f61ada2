import { zplCommands, zplParameters, type ZplCommand } from './commands.ts'
import { decodeZplPicture, isSized, zplPicture } from './picture.ts'
import { foreignCommandAt, treatmentOf } from './policy.ts'

/** What a stream of ZPL is worth before it goes to a printer. */
export interface Verdict {
  /**
   * whole: at least one label, every format closed, every graphic complete. truncated: something is missing or damaged.
   * hostile: it would do to the printer what no label needs. too-big: more bytes, dots or copies than allowed.
   */
  verdict: 'whole' | 'truncated' | 'hostile' | 'too-big'
  /** One sentence for people; empty when whole. */
  reason: string
  /** Offset of the byte the reason is about; the stream's length when whole. */
  at: number
  /** Labels that are complete, copies not counted. */
  labels: number
  /** Commands that change a setting of the printer; `stripZpl` leaves them out. */
  settings: { name: string; at: number; end: number }[]
}

export interface ZplLimits {
  /** Most bytes in the stream. */
  bytes: number
  /** Most bytes a single graphic may decode to. */
  graphicBytes: number
  /** Copies that `^PQ` may ask for. */
  copies: number
}

/** 8.5 by 14 inches at 600 dpi are 5.4 MB raw, twice that in hex. */
export const DEFAULT_LIMITS: ZplLimits = { bytes: 32 << 20, graphicBytes: 8 << 20, copies: 1 }

/** Commands that put something on paper. */
const DRAWING = new Set('FD FV SN GB GC GD GE GF GS XG IM IL XF'.split(' '))
const DEFAULT_PREFIXES: Record<string, string> = { CC: '^', CT: '~', CD: ',' }

/**
 * Judges a stream in one pass, in time linear to its length.
 * Every proper prefix of a label is truncated, so a label that lost its end in transfer never reaches a printer.
 */
export function judgeZpl(bytes: Uint8Array, limits: ZplLimits = DEFAULT_LIMITS): Verdict {
  const settings: Verdict['settings'] = []
  /** Names of prefixes that are not the default just now, and where they were changed. */
  const changed = new Map<string, number>()
  let labels = 0
  let format: { at: number; draws: boolean; isStored: boolean } | null = null
  const end = (verdict: Verdict['verdict'], reason: string, at: number): Verdict => ({
    verdict,
    reason,
    at,
    labels,
    settings,
  })

  if (bytes.length > limits.bytes)
    return end('too-big', `${bytes.length} bytes, allowed are ${limits.bytes}`, limits.bytes)
  for (const command of zplCommands(bytes)) {
    const { kind, name, at } = command
    if (kind === 'format' && name === 'XA') {
      if (format?.draws) return end('truncated', 'a label starts inside of another that was not closed', format.at)
      format ??= { at, draws: false, isStored: false }
    } else if (kind === 'format' && name === 'XZ') {
      if (format?.draws && !format.isStored) labels += 1
      format = null
    }
    const { treatment, reason } = treatmentOf(command)
    if (treatment === 'block') return end('hostile', reason, at)
    if (treatment === 'strip') settings.push({ name: (kind === 'control' ? '~' : '^') + name, at, end: command.end })
    const foreign = foreignCommandAt(command, format !== null)
    if (foreign >= 0) {
      const from = command.end - command.parameters.length + foreign
      return end('hostile', 'commands of another printer language stand beside the labels', from)
    }
    if (command.missing > 0) return end('truncated', `${command.missing} bytes of binary data are missing`, at)
    if (kind !== 'text' && name.length < 2 && command.end === bytes.length) {
      return end('truncated', 'the stream ends inside of a command', at)
    }

    const prefix = DEFAULT_PREFIXES[name]
    if (prefix !== undefined && kind !== 'text') {
      if (command.parameters[0] === prefix.charCodeAt(0)) changed.delete(name)
      else changed.set(name, at)
    }
    if (format && kind === 'format') {
      if (DRAWING.has(name)) format.draws = true
      if (name === 'DF') format.isStored = true
      if (name === 'PQ') {
        const copies = Number.parseInt(zplParameters(command, 2)[0] ?? '', 10)
        if (copies > limits.copies) return end('too-big', `asks for ${copies} copies, allowed are ${limits.copies}`, at)
      }
    }
    const problem = pictureProblem(command, limits.graphicBytes)
    if (problem) return end(problem.verdict, problem.reason, at)
  }
  if (format) return end('truncated', 'the label is not closed', format.at)
  if (labels === 0) return end('truncated', 'there is no label', bytes.length)
  for (const [name, at] of changed) return end('hostile', `^${name} changes how later labels are read`, at)
  return end('whole', '', bytes.length)
}

/** How many labels a stream draws: closed formats with something on them, whatever else the stream holds. */
export function countZplLabels(bytes: Uint8Array): number {
  let labels = 0
  let format = { isOpen: false, draws: false, isStored: false }
  for (const { kind, name } of zplCommands(bytes)) {
    if (kind !== 'format') continue
    if (name === 'XA' && !format.isOpen) format = { isOpen: true, draws: false, isStored: false }
    else if (name === 'XZ') {
      if (format.isOpen && format.draws && !format.isStored) labels += 1
      format = { isOpen: false, draws: false, isStored: false }
    } else if (DRAWING.has(name)) format.draws = true
    else if (name === 'DF') format.isStored = true
  }
  return labels
}

/** The stream without the commands that change settings of the printer; all other bytes stay as they are. */
export function stripZpl(bytes: Uint8Array, settings: Verdict['settings']): Uint8Array {
  const kept: Uint8Array[] = []
  let from = 0
  for (const { at, end } of settings) {
    kept.push(bytes.subarray(from, at))
    from = end
  }
  return Buffer.concat([...kept, bytes.subarray(from)])
}

/** What is wrong with the picture a command carries; null when nothing is, or it carries none. */
function pictureProblem(
  command: ZplCommand,
  mostBytes: number,
): { verdict: 'truncated' | 'too-big'; reason: string } | null {
  const picture = zplPicture(command)
  if (!picture) return null
  if (picture.total > mostBytes) {
    return { verdict: 'too-big', reason: `a graphic of ${picture.total} bytes, allowed are ${mostBytes}` }
  }
  if (picture.form === 'opaque') {
    return isSized(picture) ? null : { verdict: 'truncated', reason: 'a graphic without its size' }
  }
  try {
    decodeZplPicture(picture)
    return null
  } catch (error) {
    if (error instanceof RangeError) return { verdict: 'truncated', reason: error.message }
    throw error
  }
}
