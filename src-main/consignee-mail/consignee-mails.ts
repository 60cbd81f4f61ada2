import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { EXCEPTION_REASONS } from '../../src-shared/freight/tracking.ts'
import { consigneeEventOf } from '../../src-shared/machine/consignee-mail.ts'
import { isEnded } from '../../src-shared/machine/shipment.ts'
import {
  consigneeMailSettingsSchema,
  MOST_PAPER_BYTES,
  type ConsigneeMail,
  type ConsigneeMailPage,
  type ConsigneeMailSettings,
  type ConsigneeMailSetup,
  type PapersTo,
} from '../../src-shared/station/consignee-mail/consignee-mail.ts'
import {
  consigneeMailText,
  papersMailText,
  type MailLanguage,
} from '../../src-shared/station/consignee-mail/template.ts'
import type { ParsedInput } from '../../src-shared/station/commands.ts'
import {
  errorData,
  invalidField,
  StationError,
  wrongState,
  type StationErrorData,
} from '../../src-shared/station/error.ts'
import type { Document } from '../../src-shared/station/documents/document.ts'
import { mailAddressSchema, type MailSettings } from '../../src-shared/station/inbox/rules.ts'
import type { BookingReader } from '../booking/bookings.rows.ts'
import type { ChangeReader } from '../booking/changes/shipment-changes.rows.ts'
import type { MailFile, trySmtp } from '../inbox/smtp.ts'
import { delayAfter } from '../kernel/backoff.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import { addressOfConsignee } from './consignee-address.ts'
import type { ConsigneeMailStore, Followed, NewConsigneeMail } from './consignee-mails.rows.ts'

export interface ConsigneeMailPorts {
  store: ConsigneeMailStore
  rows: SettingStore
  /** The mail server and its password; null: none is set. */
  access: () => Promise<{ server: MailSettings; password: string | null } | null>
  environment: () => string
  /** The embedded service's shipments do not exist, in a rehearsal or without one: no e-mail about them is sent. */
  isPractice: () => boolean
  shipments: Pick<ShipmentStore, 'statuses' | 'get'>
  documentsOf: (shipmentId: string) => Promise<Document[]>
  bookings: Pick<BookingReader, 'get' | 'findByShipment'>
  /** A document's bytes as PDF. */
  pdf: (documentId: string) => Promise<{ name: string; bytes: Uint8Array }>
  changes: Pick<ChangeReader, 'ofShipment'>
  stationName: () => Promise<string>
  send: typeof trySmtp
  clock: Clock
  ids: Ids
  onChange: () => void
  onFault: (error: unknown) => void
}

export type ConsigneeMails = ReturnType<typeof createConsigneeMails>

const SETTING = 'consignee mail'
/** After each try that the server had nothing of; then every hour. */
const TRY_AGAIN_S = [30, 120, 600, 1_800, 3_600] as const
/** Due work is looked for at least this often, should a timer have slept. */
const LONGEST_WAIT_MS = 60_000
/** Changes come in a bunch. */
const SOON_MS = 1_000
const isAddress = (text: string) => mailAddressSchema('the address').safeParse(text).success

/** A shipment may be in its exception here before its reason is known, or after what is known of it was fetched again. */
const isSameException = (occasion: string, seen: string): boolean =>
  seen.startsWith('exception ') && (occasion === '' || seen === 'exception ')

/**
 * Notifies consignees of their shipments by e-mail. Which shipments are followed is decided when they are booked; an
 * event makes a mail by the shipment's status now, so that what a closed station has missed is not sent late.
 */
export function createConsigneeMails(ports: ConsigneeMailPorts) {
  const { store, rows, access, shipments, clock, ids, onChange, onFault } = ports
  let timer: Timer | null = null
  let isStarted = false
  let isClosed = false

  const settings = async (): Promise<ConsigneeMailSettings> =>
    (await rows.read(SETTING, consigneeMailSettingsSchema)) ?? consigneeMailSettingsSchema.parse({})

  /** What became of the shipments since the last look becomes mails, and what is due is sent. */
  const work = oneAtATime(async () => {
    if (isClosed) return
    const said = await settings()
    if (!said.isOn || (await access()) === null) return store.stop()
    const environment = ports.environment()
    for await (const followed of store.followed(environment)) {
      const known = await shipments.statuses(followed.map(({ shipmentId }) => shipmentId))
      for (const each of followed) {
        const status = known.get(each.shipmentId)
        if (status !== undefined) await look(environment, each, status, said)
      }
      if (isClosed) return
    }
    await sendDue()
  })

  async function look(
    environment: string,
    followed: Followed,
    status: { status: string; exceptionCode: string | null },
    said: ConsigneeMailSettings,
  ): Promise<void> {
    const found = consigneeEventOf(status)
    const seen = found === null ? '' : `${found.event} ${found.occasion}`
    const isOver = isEnded(status)
    if (!isOver && (found === null || seen === followed.seen)) return
    if (found?.event === 'exception' && isSameException(found.occasion, followed.seen)) {
      if (found.occasion !== '') await store.note(environment, followed, { seen, isOver, mail: null })
      return
    }
    const isWanted = found !== null && said.events.includes(found.event)
    const mail = isWanted ? await mailAbout(environment, followed, found, said) : null
    await store.note(environment, followed, { seen, isOver, mail })
    onChange()
  }

  async function mailAbout(
    environment: string,
    { shipmentId, bookingId }: Followed,
    { event, occasion }: NonNullable<ReturnType<typeof consigneeEventOf>>,
    { templates, language: choice }: ConsigneeMailSettings,
  ): Promise<NewConsigneeMail | null> {
    const booking = await ports.bookings.get(bookingId)
    const shipment = await shipments.get(shipmentId)
    const address = await addressOfConsignee(ports, environment, shipmentId, booking)
    if (address === null) return null
    const language = languageOf(choice, shipment?.destination?.country)
    const reasons: Partial<Record<string, (typeof EXCEPTION_REASONS)[keyof typeof EXCEPTION_REASONS]>> =
      EXCEPTION_REASONS
    const text = consigneeMailText(templates[language], language, {
      event,
      reason: reasons[occasion] ?? null,
      facts: {
        consignee: booking.consigneeName || address,
        carrier: booking.carrierName,
        tracking: shipment?.trackingNumber ?? booking.trackingNumber,
        pro: shipment?.proNumber ?? booking.proNumber,
        reference: booking.reference,
        destination: booking.destination,
        delivery: shipment?.estimatedDelivery?.slice(0, 10) ?? null,
        sender: await ports.stationName(),
      },
    })
    const error = !isAddress(address) ? noAddress(address) : store.bounces(address) ? toBounced(address) : null
    return {
      mailId: ids.next('cml'),
      environment,
      shipmentId,
      event,
      occasion,
      label: booking.reference,
      address,
      ...text,
      error,
      isPractice: ports.isPractice(),
    }
  }

  /** One after another: SENDING is committed before the first byte leaves. */
  async function sendDue(): Promise<void> {
    for (;;) {
      const to = await access()
      const next = to === null || isClosed ? null : await store.next()
      if (to === null || next === null) return
      const { mail, tries } = next
      const wait = Date.parse(next.nextAt) - clock.now().getTime()
      if (wait > 0) return again(Math.min(wait, LONGEST_WAIT_MS))
      // A person who was forgotten meanwhile has no address any more.
      if (!(await store.take(mail.mailId))) continue
      const outcome = isAddress(mail.address)
        ? await ports.send({ ...mail, to: [mail.address] }, to.server, to.password)
        : { kind: 'refused' as const, error: noAddress(mail.address) }
      if (outcome.kind === 'unsent') {
        const seconds = delayAfter(TRY_AGAIN_S, tries)
        await store.putOff(mail.mailId, outcome.error, new Date(clock.now().getTime() + seconds * 1_000))
      } else if (outcome.kind === 'sent') await store.settle(mail.mailId, 'SENT', null)
      else await store.settle(mail.mailId, outcome.kind === 'refused' ? 'REFUSED' : 'UNKNOWN', outcome.error)
      onChange()
    }
  }

  async function addressFor(shipmentId: string): Promise<string> {
    const environment = ports.environment()
    const { mails } = await store.list(environment, { shipmentId, limit: 1 })
    const last = mails[0]?.address
    if (last !== undefined) return last
    return (await addressOfConsignee(ports, environment, shipmentId)) ?? ''
  }

  /** @throws StationError TOO_LARGE */
  async function filesOf(documentIds: readonly string[]): Promise<MailFile[]> {
    const files: MailFile[] = []
    let size = 0
    for (const documentId of new Set(documentIds)) {
      const { name, bytes } = await ports.pdf(documentId)
      size += bytes.length
      if (size > MOST_PAPER_BYTES) {
        throw new StationError({
          code: 'TOO_LARGE',
          message: `The papers are more than ${MOST_PAPER_BYTES / 1_000_000} MB together. Choose fewer of them.`,
          details: { most: MOST_PAPER_BYTES },
        })
      }
      files.push({ filename: name, contentType: 'application/pdf', content: Buffer.from(bytes) })
    }
    return files
  }

  /**
   * A person sends papers: tried once, and what became of it is said at once.
   * @throws StationError WRONG_STATE: no mail server is set; TOO_LARGE
   */
  async function sendPapers(input: ParsedInput<'consigneeMail.sendPapers'>): Promise<ConsigneeMail> {
    const { shipmentId, documentIds, to } = input
    const isPractice = ports.isPractice()
    const server = isPractice ? null : await access()
    if (server === null && !isPractice) {
      throw wrongState('No mail server is set. Set one in Settings > Inbox.', { shipmentId })
    }
    const environment = ports.environment()
    const ofShipment = new Set((await ports.documentsOf(shipmentId)).map(({ documentId }) => documentId))
    const other = documentIds.find((documentId) => !ofShipment.has(documentId))
    if (other !== undefined) throw invalidField('documentIds', `${other} is not a document of this shipment`)
    const files = await filesOf(documentIds)
    const shipment = await shipments.get(shipmentId)
    const booking = await ports.bookings.findByShipment(environment, shipmentId)
    const { language } = await settings()
    const label = booking?.reference ?? shipment?.reference ?? shipmentId
    const text = papersMailText(languageOf(language, shipment?.destination?.country), {
      reference: label,
      tracking: shipment?.trackingNumber ?? booking?.trackingNumber ?? null,
      pro: shipment?.proNumber ?? booking?.proNumber ?? null,
      sender: await ports.stationName(),
    })
    const mail = { mailId: ids.next('cml'), environment, shipmentId, label, address: to, ...text }
    await store.addPapers({ ...mail, isPractice })
    onChange()
    if (server === null) return store.get(mail.mailId)
    const outcome = await ports.send({ ...mail, to: [to], files }, server.server, server.password)
    if (outcome.kind === 'sent') await store.settle(mail.mailId, 'SENT', null)
    else if (outcome.kind === 'unsent') {
      const reason = String(outcome.error.details['reason'])
      const message = `The mail server did not accept the papers (${reason}). Send them again.`
      await store.settle(mail.mailId, 'REFUSED', { ...outcome.error, message })
    } else await store.settle(mail.mailId, outcome.kind === 'unknown' ? 'UNKNOWN' : 'REFUSED', outcome.error)
    onChange()
    return store.get(mail.mailId)
  }

  function again(ms: number): void {
    timer?.cancel()
    timer = isClosed ? null : after(ms, () => void workNow(), { isBackground: true })
  }

  /** Resolves when what is due now was tried. */
  const workNow = async (): Promise<void> => {
    timer?.cancel()
    timer = null
    await work().catch(onFault)
    if (isStarted && timer === null) again(LONGEST_WAIT_MS)
  }

  const setup = async (): Promise<ConsigneeMailSetup> => ({
    settings: await settings(),
    hasServer: (await access()) !== null,
  })

  return {
    start: async (): Promise<void> => {
      isStarted = true
      await store.adoptInterrupted()
      again(0)
    },

    /** Shipments may have news. */
    lookSoon: (): void => {
      if (isStarted && !isClosed) again(SOON_MS)
    },

    work: workNow,

    /** All that is due is tried now; resolves when it was. */
    hasten: async (): Promise<void> => {
      await store.hasten()
      await workNow()
    },

    setup,

    set: async (next: ConsigneeMailSettings): Promise<ConsigneeMailSetup> => {
      const { isOn } = await settings()
      // What happened before the switch-on is not sent.
      if (next.isOn && !isOn) await store.stop()
      await rows.write(SETTING, next, { ...next })
      onChange()
      await workNow()
      return setup()
    },

    list: (query: ParsedInput<'consigneeMail.list'>): Promise<ConsigneeMailPage> =>
      store.list(ports.environment(), query),

    papersTo: async (shipmentId: string): Promise<PapersTo> => ({
      address: await addressFor(shipmentId),
      hasServer: (await access()) !== null,
      isPractice: ports.isPractice(),
    }),

    sendPapers,

    /**
     * A mail came back to its sender, which Waybill does not see: no more is sent to its address until that is taken back.
     * @throws StationError WRONG_STATE
     */
    markBounced: async ({ mailId, isBounced }: ParsedInput<'consigneeMail.markBounced'>): Promise<ConsigneeMail> => {
      const mail = await store.get(mailId)
      const errors = { ofIt: bounced(mail.address), ofOthers: toBounced(mail.address) }
      if (!(await store.markBounced(mailId, isBounced ? errors : null))) {
        throw wrongState(`This email is ${mail.state}.`, { mailId, state: mail.state })
      }
      onChange()
      return store.get(mailId)
    },

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await work().catch(onFault)
    },
  }
}

function languageOf(choice: ConsigneeMailSettings['language'], country: string | null | undefined): MailLanguage {
  if (choice !== 'country') return choice
  return country === 'MX' ? 'es' : 'en'
}

const bounced = (address: string): StationErrorData =>
  errorData({
    code: 'MAIL_BOUNCED',
    message: `An email to ${address} bounced. Nothing more is sent to it.`,
    details: { address },
  })

const toBounced = (address: string): StationErrorData =>
  errorData({ code: 'MAIL_REFUSED', message: `An earlier email to ${address} bounced.`, details: { address } })

const noAddress = (address: string): StationErrorData =>
  errorData({ code: 'MAIL_REFUSED', message: `${address} is not an e-mail address.`, details: { address } })
