import { decodeDirectGraphic } from './epl/graphics.ts'
import { eplCommand } from './epl/command-table.ts'
import { eplCommands, parameterNumber, type EplCommand } from './epl/commands.ts'
import type { LabelLanguage } from './language.ts'
import { say, type LabelSentence } from './sentence.ts'
import { zplCommand } from './zpl/command-table.ts'
import { zplCommands, zplParameters, type ZplCommand } from './zpl/commands.ts'
import { withoutEscapes } from './zpl/escape.ts'
import { bytesToUnpack, hasDots, zplPicture } from './zpl/picture.ts'

/**
 * Which labels of a whole stream put no dot on paper, from 1: their fields are empty, their pictures white. What cannot be
 * known without drawing them, such as a stored picture, or without unpacking more than MOST_UNPACKED, counts as dots.
 */
export function blankLabels(bytes: Uint8Array, language: LabelLanguage): number[] {
  return language === 'ZPL' ? blankZpl(bytes) : blankEpl(bytes)
}

/** A note on blank labels or pages; none where there are none. */
export function blankNotes(pages: readonly number[]): LabelSentence[] {
  return pages.length === 0 ? [] : [say('note-blank', { pages: pages.join(', ') })]
}

/**
 * What the pictures of one stream are unpacked to at most, together: some sixty labels at 600 dpi, five hundred at 203. A
 * few kilobytes unpack to megabytes, and who asks waits.
 */
const MOST_UNPACKED = 64 << 20

/** Of the commands that draw shapes, which parameter is their color. */
const COLORS: Readonly<Record<string, number>> = { GB: 3, GC: 2, GD: 3, GE: 3 }
/** Fields whose data is their first parameter. */
const DATA = new Set(['FD', 'FV', 'SN'])

function blankZpl(bytes: Uint8Array): number[] {
  const blank: number[] = []
  let labels = 0
  let format = { draws: false, hasDots: false, isStored: false }
  let field = { mark: '', isCode: false }
  const left = { bytes: MOST_UNPACKED }
  for (const command of zplCommands(bytes)) {
    const { name, kind } = command
    const row = kind === 'format' ? zplCommand(`^${name}`) : null
    const parameters = row && zplParameters(command, 6)
    if (name === 'XA') format = { draws: false, hasDots: false, isStored: false }
    else if (name === 'XZ' && format.draws && !format.isStored) {
      labels += 1
      if (!format.hasDots) blank.push(labels)
    } else if (name === 'DF' || (name === 'IS' && /^ *N *$/i.test(parameters?.[1] ?? ''))) format.isStored = true
    // The picture of the label before comes out with this one.
    else if (name === 'MC' && /^ *N/i.test(parameters?.[0] ?? '')) return []
    if (name === 'FS' || name === 'XA') field = { mark: '', isCode: false }
    if (name === 'FH') field.mark = parameters?.[0]?.trim().charAt(0) || '_'
    if (name.startsWith('B') && name !== 'BY') field.isCode = true
    if (row?.paper !== 'draws') continue
    format.draws = true
    format.hasDots ||= hasZplDots(command, parameters ?? [], field, left)
  }
  return blank
}

function hasZplDots(
  command: ZplCommand,
  parameters: readonly string[],
  { mark, isCode }: { mark: string; isCode: boolean },
  left: { bytes: number },
): boolean {
  const { name } = command
  if (DATA.has(name)) {
    const data = name === 'SN' ? (parameters[0] ?? '') : Buffer.from(command.parameters).toString('latin1')
    const text = (mark === '' ? data : withoutEscapes(data, mark)).replace(/[\r\n]/g, '')
    // A space has bars in a code.
    return isCode ? text !== '' : text.trim() !== ''
  }
  const color = COLORS[name]
  if (color !== undefined) return !/^ *W/i.test(parameters[color] ?? '')
  if (name === 'FN') return false
  const picture = zplPicture(command)
  if (!picture) return true
  const bytes = bytesToUnpack(picture)
  if (bytes > left.bytes) return true
  left.bytes -= bytes
  try {
    return hasDots(picture)
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

function blankEpl(bytes: Uint8Array): number[] {
  const blank: number[] = []
  let labels = 0
  let hasDots = false
  for (const command of eplCommands(bytes)) {
    if (command.name === 'N') hasDots = false
    else if (command.name === 'P') {
      labels += 1
      if (!hasDots) blank.push(labels)
    } else if (eplCommand(command.name)?.paper === 'draws') hasDots ||= hasEplDots(command)
  }
  return blank
}

function hasEplDots(command: EplCommand): boolean {
  const { name, quoted, data } = command
  const [width, height] = [parameterNumber(command, 2), parameterNumber(command, 3)]
  switch (name) {
    case 'A':
      return command.parameters[6] === 'R' ? (quoted ?? '') !== '' : (quoted ?? '').trim() !== ''
    case 'B':
    case 'b':
      return (quoted ?? '') !== ''
    case 'LW':
      return false
    case 'LO':
    case 'LE':
      return width > 0 && height > 0
    case 'GW':
      return decodeDirectGraphic(width, height, data).data.some((byte) => byte !== 0)
    default:
      return true
  }
}
