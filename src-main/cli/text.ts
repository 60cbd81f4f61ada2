import type { MaintenanceState } from '../../src-shared/station/app/maintenance.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { majorUnits, type Money } from '../../src-shared/station/money.ts'
import type { JobPages, PrintJob } from '../../src-shared/station/printing/printing.ts'

type Row = readonly (string | null | undefined)[]

/** Rows as text in columns, each as wide as its widest cell. */
export function table(head: readonly string[], rows: readonly Row[]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  return [head, ...rows].map((row) =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  )
}

/** What there is of these, beside each other. */
export const line = (...parts: Row): string => parts.filter((part) => part).join('  ')

/** How a check ended. */
export const SIGNS = { ok: '✓', warning: '!', failed: '✗' } as const

/** An amount with its decimals. */
export const priceText = (price: Money): string => `${majorUnits(price).toFixed(2)} ${price.currency}`

const errorText = (error: Booking['error']): string => (error === null ? '' : `(${error.code}: ${error.message})`)

/** A booking in one line for people. */
export function bookingLine(booking: Booking): string {
  const { state, reference, carrierName, total, shipmentId, trackingNumber, error, bookingId } = booking
  const known = shipmentId === null ? bookingId : `${shipmentId} ${trackingNumber ?? ''}`
  return line(state.padEnd(14), reference, carrierName, total && priceText(total), known, errorText(error))
}

/** A print job in one line for people. */
export function jobLine({
  state,
  jobId,
  title,
  printerName,
  bytesSent,
  bytes,
  copies,
  error,
  pages,
}: PrintJob): string {
  const sent = pages === null ? `${bytesSent} of ${bytes * copies} bytes` : pagesText(pages)
  return line(state.padEnd(9), jobId, title, printerName, sent, errorText(error))
}

/** How far a job is that goes page by page, and why it ended early. */
function pagesText({ begin, end, handedOver, stop }: JobPages): string {
  const far = `${handedOver - begin} of ${end - begin} pages`
  if (stop === null) return far
  return stop.kind === 'asked' ? `${far}, then stopped` : `${far}, then ${stop.error.code}: ${stop.error.message}`
}

/** The backups as lines of text, newest first. */
export function backupLines({ backups, restoreNext, proven, secondPlace }: MaintenanceState): string[] {
  const lines = backups.map(({ name, kind, bookings, until, unsound, isFromAhead }) => {
    const holds = unsound
      ? `cannot be restored: ${unsound.detail}`
      : `${bookings} bookings until ${until ?? 'its beginning'}${kind === 'cut' ? ' (changes since the previous one)' : ''}`
    return `${unsound ? '✗' : '✓'} ${name}  ${holds}${isFromAhead ? '; dated in the future' : ''}`
  })
  return [
    ...(lines.length > 0 ? lines : ['There is no backup yet.']),
    ...(proven === null ? [] : [`Last verified: ${proven.name}, complete until ${proven.at}.`]),
    ...(secondPlace === null ? [] : [`Off-machine backup: ${secondPlaceLine(secondPlace)}`]),
    ...(restoreNext === null ? [] : [`At the next start the records are restored from ${restoreNext}.`]),
  ]
}

/** Where copies go besides, and since when they have all arrived. */
export const secondPlaceLine = ({
  folder,
  caughtUpAt,
  failure,
  isSealed,
}: NonNullable<MaintenanceState['secondPlace']>): string =>
  `${folder}${isSealed ? ', with a passphrase' : ''}, complete until ${caughtUpAt ?? 'nothing yet'}${failure === null ? '' : `; now: ${failure}`}`
