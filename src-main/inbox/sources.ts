import { EXCEPTION_REASONS } from '../../src-shared/freight/tracking.ts'
import { isPaused } from '../../src-shared/machine/batch.ts'
import { needsPerson } from '../../src-shared/machine/booking.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { OrderFile } from '../../src-shared/station/orders/feed.ts'
import { apartText } from '../../src-shared/station/app/service-profile.ts'
import { addDays, dayAt } from '../../src-shared/station/day.ts'
import { amountText } from '../../src-shared/station/rules/rule.ts'
import { SEVERITY_OF, severityOfException } from '../../src-shared/station/inbox/due.ts'
import { mailReason, type ConsigneeMail } from '../../src-shared/station/consignee-mail/consignee-mail.ts'
import type { Batch } from '../../src-shared/station/batch/batch.ts'
import type { QuarantineList } from '../../src-shared/station/tracking/quarantine.ts'
import type { Shipment, TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import type { ShipmentAttention } from '../../src-shared/station/tracking/attention.ts'
import type { OrderQuestion } from '../imports/orders/order-row.rows.ts'
import { isWithinTolerance } from '../quotes/requote.ts'
import type { ChargedBooking } from './charged-bookings.rows.ts'
import type { DoubtedBooking } from './doubted-bookings.rows.ts'
import type { OpenItemsOfKind } from './inbox-items.rows.ts'
import type { OpenItem } from './inbox.rows.ts'
import type { DoubledNow } from './doubled.ts'
import type { PrinterTrouble } from './printer-trouble.ts'

/** How many of a kind are looked at. */
const MOST_OF_KIND = 200
/** The first looks for an UNKNOWN booking mostly find it. */
const UNKNOWN_FOR_MS = 60_000
/** A refused address is asked about for a week. */
const REFUSED_FOR_MS = 7 * 24 * 60 * 60_000

/** How the folder of orders fares. */
interface FolderTrouble {
  folder: string | null
  error: StationErrorData | null
  /** The newest files. */
  files: OrderFile[]
}

/** A site that does not know this station, or has revoked it, since when. */
interface RefusedBySite {
  siteName: string
  since: string
  error: StationErrorData
}

export interface SourcePorts {
  doubted: (limit: number) => DoubtedBooking[]
  /** Shipments of no booking that carry the reference of one from here, and bookings that have one shipment. */
  doubled: () => Promise<DoubledNow>
  /** Bookings that were charged otherwise than quoted, whose pickup is on this day or later, as far as they are meant. */
  charged: (from: string, isMeant: (booking: ChargedBooking) => boolean, limit: number) => ChargedBooking[]
  /** The price rise that needs no question, in percent. */
  priceTolerance: () => Promise<number>
  /** Shipments in an exception. */
  exceptions: (limit: number) => Promise<Shipment[]>
  /** The acknowledgments of these. */
  quiet: (shipmentIds: readonly string[]) => Promise<ShipmentAttention[]>
  quarantine: () => Promise<QuarantineList>
  /** Minutes that the clock of the service is ahead of this machine's, or (below 0) behind; 0: they agree. */
  clockApart: () => Promise<number>
  /** Those that are paused, among the newest `limit`. */
  batches: (limit: number) => Promise<Pick<Batch, 'batchId' | 'name' | 'state' | 'reason'>[]>
  /** Orders of other systems: those that came with other content, and how their folder fares. */
  orders: {
    questions: (limit: number) => Promise<OrderQuestion[]>
    trouble: () => Promise<FolderTrouble>
  }
  troubled: () => PrinterTrouble[]
  /** E-mails to consignees that were refused since then. */
  refusedMails: (since: Date, limit: number) => ConsigneeMail[]
  /** The site that does not let this station in; null: none. */
  refusedBy: () => RefusedBySite | null
  /** The service in use. */
  environment: () => string
}

/** All that needs a person at this moment, kind by kind. */
export async function openItemsNow(ports: SourcePorts, now: Date): Promise<OpenItemsOfKind[]> {
  const environment = ports.environment()
  const bookings = ports.doubted(MOST_OF_KIND)
  const shipments = await ports.exceptions(MOST_OF_KIND)
  const batches = await ports.batches(MOST_OF_KIND)
  const orders = await ports.orders.questions(MOST_OF_KIND)
  const { doubled, sharing } = await ports.doubled()
  return [
    {
      kind: 'booking',
      environment: '',
      open: [...bookings.flatMap((booking) => ofBooking(booking, now)), ...sharing],
      isWhole: bookings.length < MOST_OF_KIND,
    },
    { kind: 'doubled', environment, open: doubled, isWhole: true },
    { kind: 'overcharged', environment, ...(await overchargedNow(ports, now)) },
    { kind: 'printer', environment: '', open: ports.troubled().map(ofPrinter), isWhole: true },
    {
      kind: 'exception',
      environment,
      open: await exceptionsAmong(shipments, ports),
      isWhole: shipments.length < MOST_OF_KIND,
    },
    { kind: 'batch', environment: '', open: batches.flatMap(ofBatch), isWhole: true },
    {
      kind: 'order',
      environment: '',
      open: orders.map(ofOrder),
      isWhole: orders.length < MOST_OF_KIND,
    },
    { kind: 'order-file', environment: '', open: ofFolder(await ports.orders.trouble()), isWhole: true },
    // Open items of older versions end.
    { kind: 'message', environment: '', open: [], isWhole: true },
    { kind: 'set-aside', environment, open: ofQuarantine(await ports.quarantine()), isWhole: true },
    {
      kind: 'consignee-mail',
      environment: '',
      open: ofRefusedMails(ports.refusedMails(new Date(now.getTime() - REFUSED_FOR_MS), MOST_OF_KIND)),
      isWhole: true,
    },
    { kind: 'site', environment: '', open: ofSite(ports.refusedBy()), isWhole: true },
    { kind: 'clock', environment, open: ofClock(await ports.clockApart()), isWhole: true },
  ]
}

function ofBooking(booking: DoubtedBooking, now: Date): OpenItem[] {
  const { bookingId, reference, question, sentAt, consignee } = booking
  const isYoung = !needsPerson(booking) && sentAt !== null && now.getTime() - Date.parse(sentAt) < UNKNOWN_FOR_MS
  if (isYoung) return []
  // A question that follows the search is the same trouble; one about the price is another.
  return [
    {
      subjectId: bookingId,
      occasion: question ?? 'unknown',
      severity: SEVERITY_OF.booking,
      label: reference,
      text: consignee ?? '',
    },
  ]
}

/** Those that cost more than a person agreed to and the tolerance lets pass, while they can be canceled. */
async function overchargedNow(
  { charged, priceTolerance }: SourcePorts,
  now: Date,
): Promise<Pick<OpenItemsOfKind, 'open' | 'isWhole'>> {
  const percent = await priceTolerance()
  // Somewhere it is still the day before.
  const isBeyond = (booking: ChargedBooking) => !isWithinTolerance(booking.agreed, booking.charged, percent)
  const found = charged(addDays(dayAt(now), -1), isBeyond, MOST_OF_KIND)
  return { open: found.map(ofOvercharged), isWhole: found.length < MOST_OF_KIND }
}

const ofOvercharged = ({ bookingId, reference, carrierName, agreed, charged }: ChargedBooking): OpenItem => ({
  subjectId: bookingId,
  occasion: amountText(charged),
  severity: SEVERITY_OF.overcharged,
  label: reference,
  text: `${carrierName}: ${amountText(agreed)} -> ${amountText(charged)}`,
})

const ofPrinter = ({ printerId, name, problem }: PrinterTrouble): OpenItem => ({
  subjectId: printerId,
  occasion: 'trouble',
  severity: SEVERITY_OF.printer,
  label: name,
  text: problem,
})

const REASONS: Partial<Record<string, string>> = EXCEPTION_REASONS
/** The reason of an exception, also where only its code was reported; null: neither was. */
const reasonOf = ({ exceptionReason, exceptionCode }: TrackingEvent): string | null =>
  exceptionReason ?? REASONS[exceptionCode ?? ''] ?? null

/** Those that no one has acknowledged or snoozed. */
async function exceptionsAmong(shipments: readonly Shipment[], { quiet }: SourcePorts): Promise<OpenItem[]> {
  const seenTo = await quiet(shipments.map(({ shipmentId }) => shipmentId))
  const isSeenTo = ({ shipmentId, lastEvent }: Shipment) =>
    seenTo.some(
      (one) =>
        one.shipmentId === shipmentId &&
        (one.kind === 'snoozed' || one.lastEventId === (lastEvent === null ? null : lastEvent.eventId)),
    )
  return shipments
    .filter((shipment) => !isSeenTo(shipment))
    .map(({ shipmentId, trackingNumber, reference, lastEvent }) => ({
      subjectId: shipmentId,
      occasion: lastEvent?.eventId ?? '',
      severity: severityOfException(lastEvent?.exceptionCode ?? null),
      label: reference ?? trackingNumber ?? shipmentId,
      text: lastEvent?.description ?? '',
      code: lastEvent && reasonOf(lastEvent),
    }))
}

/** A batch that a person paused waits for no one. */
function ofBatch(batch: Pick<Batch, 'batchId' | 'name' | 'state' | 'reason'>): OpenItem[] {
  const { batchId, name, reason } = batch
  if (!isPaused(batch) || reason === null) return []
  const severity = reason.code === 'SPEND_LIMIT' ? SEVERITY_OF.approval : SEVERITY_OF.batch
  return [
    {
      subjectId: batchId,
      occasion: reason.code,
      severity,
      label: name,
      text: reason.message.slice(0, 300),
      code: reason.code,
    },
  ]
}

/** All of them are one thing to look at; a newer one is news. */
function ofQuarantine({ rows, total }: QuarantineList): OpenItem[] {
  const [newest] = rows
  if (newest === undefined) return []
  const severity = SEVERITY_OF['set-aside']
  return [{ subjectId: 'set-aside', occasion: newest.asideId, severity, label: String(total), text: '' }]
}

function ofSite(refused: RefusedBySite | null): OpenItem[] {
  if (refused === null) return []
  const { siteName, since, error } = refused
  const { code, message } = error
  return [{ subjectId: 'site', occasion: since, severity: SEVERITY_OF.site, label: siteName, text: message, code }]
}

/** One item a shipment: the newest refusal. */
function ofRefusedMails(newestFirst: readonly ConsigneeMail[]): OpenItem[] {
  const byShipment = new Map([...newestFirst].reverse().map((mail) => [mail.shipmentId, mail]))
  return [...byShipment.values()].map((mail) => ({
    subjectId: mail.shipmentId,
    occasion: mail.mailId,
    severity: SEVERITY_OF['consignee-mail'],
    label: mail.label,
    text: `${mail.address}: ${mailReason(mail)}`.slice(0, 300),
    code: mail.error?.code ?? null,
  }))
}

function ofClock(minutes: number): OpenItem[] {
  if (minutes === 0) return []
  return [
    {
      subjectId: 'clock',
      occasion: String(minutes),
      severity: SEVERITY_OF.clock,
      label: apartText(minutes),
      text: '',
    },
  ]
}

/** Still another content is news. */
const ofOrder = ({ orderId, reference, consigneeName, destination, otherHash }: OrderQuestion): OpenItem => ({
  subjectId: orderId,
  occasion: otherHash,
  severity: SEVERITY_OF.order,
  label: reference,
  text: `${consigneeName}, ${destination}`,
})

/** A folder that is gone, and the newest file of which something could not be read. */
function ofFolder({ folder, error, files }: FolderTrouble): OpenItem[] {
  const severity = SEVERITY_OF['order-file']
  const gone = error && {
    subjectId: 'folder',
    occasion: error.code,
    severity,
    label: folder ?? '',
    text: error.message.slice(0, 300),
    code: error.code,
  }
  const bad = files.find(({ state, refused }) => state === 'failed' || refused > 0)
  const [problem] = bad?.problems ?? []
  const why = bad?.error?.message ?? (problem ? `${problem.row}: ${problem.column ?? ''} ${problem.message}` : '')
  const unread = bad && {
    subjectId: 'files',
    occasion: bad.fileId,
    severity,
    label: bad.name,
    text: why.slice(0, 300),
    code: bad.error?.code ?? null,
  }
  return [gone, unread].filter((one) => one !== null && one !== undefined)
}
