import { LabelColumn, type LabelTarget } from './compose/column.ts'

export interface HoldTag {
  /** The station's own reference; printed large, and as a Code 128 where that can be read. */
  reference: string
  consigneeName: string
  destination: string
  carrierName: string
  /** Null when it is not known yet. */
  pieces: number | null
  /** ISO 8601. */
  createdAt: string
  /** Words on the tag, in the language of its readers. */
  lines: { title: string; notice: string }
}

/**
 * A tag for goods that are packed and not booked yet: what they are, where they are to go, and that they must not leave.
 * It is no shipping label, and nothing on it looks like one: its barcode is the reference, never a tracking number.
 * @throws LabelRoomError when there is no room for all of it.
 */
export function composeHoldTag(tag: HoldTag, target: LabelTarget): Uint8Array {
  const column = new LabelColumn(target)
    .text(9, tag.lines.title, { lines: 2, align: 'center', inverse: true })
    .text(9, tag.reference, { lines: 2, align: 'center' })
    .readableCode128(18, tag.reference)
    .rule()
    .text(6, tag.consigneeName, { lines: 2 })
    .text(6, tag.destination, { lines: 2 })
    .rule()
    .text(5, tag.carrierName)
  if (tag.pieces !== null) column.text(5, `${tag.pieces} PCS`)
  return column.text(4, minuteOf(tag.createdAt)).rule().text(4.5, tag.lines.notice, { lines: 8 }).toBytes()
}

/** An ISO time to the minute in UTC, the same on every machine; what is no time is printed as it is. */
function minuteOf(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
