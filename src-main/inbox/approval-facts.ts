import { z } from 'zod'
import type { Party } from '../../src-shared/freight/address.ts'
import type { Batch, BatchEstimate } from '../../src-shared/station/batch/batch.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import {
  freightOfQuote,
  freightOfRequest,
  type FreightSummary,
} from '../../src-shared/station/booking/freight-summary.ts'
import { moneySchema } from '../../src-shared/station/booking/record.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import { commands, isCommandName, type ParsedInput } from '../../src-shared/station/commands.ts'
import type { Order } from '../../src-shared/station/orders/order.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { contextOf, ruleViewOf, type RuleContext } from '../../src-shared/station/rules/offers.ts'
import { amountText } from '../../src-shared/station/rules/rule.ts'
import { sumsOf, type Money } from '../../src-shared/station/money.ts'
import { inboxWords } from './words.ts'

/** Of an input that a supervisor does not see these are shown: short values that a person typed or chose, and no ids. */
const MOST_FACTS = 10
const MOST_LENGTH = 60
const NO_FACT = /Id$|^kind$|^limit$|^base64$/
/** A currency that is none cannot be written as money. */
const moneyFactSchema = moneySchema.extend({ currency: z.string().regex(/^[A-Z]{3}$/i) })

export interface FactPorts {
  findQuote: (quoteId: string) => Promise<AnyQuote>
  findBooking: (bookingId: string) => Promise<BookingFacts>
  /** Of a shipment that was booked here or elsewhere; null: this station does not know it. */
  findShipment: (shipmentId: string) => Promise<BookingFacts | null>
  findBatch: (batchId: string) => Promise<Pick<Batch, 'name'>>
  estimateBatch: (batchId: string) => Promise<Pick<BatchEstimate, 'bookings' | 'carriers'>>
  findOrder: (orderId: string) => Promise<Pick<Order, 'reference'>>
  rateForOrder: (orderId: string, quoteId: string) => Promise<string>
  language: () => Promise<Settings['language']>
}

type BookingFacts = Pick<Booking, 'reference' | 'carrierName' | 'total' | 'consigneeName' | 'destination'>
type InboxWords = ReturnType<typeof inboxWords>
type DirectRequest = Extract<ParsedInput<'bookings.submit'>, { kind: 'direct' }>['request']
/** The names that were typed over those of the addresses. */
interface TypedParties {
  shipperInfo?: Party | undefined
  consigneeInfo?: Party | undefined
}
type FactWords = InboxWords['facts'] & Pick<InboxWords, 'more'>

/**
 * The facts that a supervisor approves. Of a booking: its freight, consignee, day and price; of a batch or of orders:
 * their bookings and what they cost; of other commands the short values of their input.
 */
export async function factsOf(command: string, input: unknown, ports: FactPorts): Promise<string> {
  if (!isCommandName(command)) return ''
  const parsed = commands[command].input.safeParse(input)
  if (!parsed.success) return ''
  const { facts: words, more } = inboxWords(await ports.language())
  const facts = await factsOfInput(command, parsed.data, ports, { ...words, more })
  return facts.filter((fact) => fact !== '').join(' · ')
}

async function factsOfInput(command: string, input: unknown, ports: FactPorts, words: FactWords): Promise<string[]> {
  switch (command) {
    case 'bookings.submit':
      return ofSubmission(input as ParsedInput<'bookings.submit'>, ports, words)
    case 'orders.book':
      return ofOrder(input as ParsedInput<'orders.book'>, ports, words)
    case 'bookings.cancel':
    case 'bookings.answer':
      return [...(await ofBooking(input as { bookingId: string }, ports)), ...plainFacts(input, words)]
    case 'bookings.copy':
      return ofCopy(input as ParsedInput<'bookings.copy'>, ports, words)
    case 'orders.buy': {
      const { orderIds, agreedTotals } = input as ParsedInput<'orders.buy'>
      return [words.bookings(orderIds.length), sumsText(agreedTotals)]
    }
    case 'bookings.requestChange':
      return ofChange(input as ParsedInput<'bookings.requestChange'>, ports, words)
    case 'batches.run':
      return ofBatch(input as ParsedInput<'batches.run'>, ports, words)
    case 'quotes.request': {
      const request = input as ParsedInput<'quotes.request'>
      return [
        laneText(contextOf(request), words),
        freightText(freightOfRequest(request), words),
        pickupText(request.shipDate, words),
      ]
    }
    default:
      return plainFacts(input, words)
  }
}

async function ofSubmission(
  input: ParsedInput<'bookings.submit'>,
  { findQuote }: FactPorts,
  words: FactWords,
): Promise<string[]> {
  if (input.kind === 'direct') return [input.request.reference ?? '', ...ofDirect(input.request, words)]
  const { quoteId, reference, pickupDate } = input
  const quote = await findQuote(quoteId).catch(() => null)
  return quote === null
    ? [reference, pickupText(pickupDate, words)]
    : ofRate(quote, { ...input, parties: input }, words)
}

/** A quote as it is booked; with carrier and price where it has this rate. */
function ofRate(
  quote: AnyQuote,
  taken: { reference: string; rateId: string | null; pickupDate: string | undefined; parties?: TypedParties },
  words: FactWords,
): string[] {
  const { reference, rateId, pickupDate, parties } = taken
  const { offers, context } = ruleViewOf(quote)
  const offer = offers.find((one) => one.rateId === rateId)
  return [
    reference,
    laneText(context, words, parties),
    freightText(freightOfQuote(quote), words),
    pickupText(pickupDate, words),
    ...(offer ? [offer.carrierName, amountText(offer.total)] : []),
  ]
}

const ofDirect = (request: DirectRequest, words: FactWords): string[] => [
  laneText(contextOf(request), words, request),
  freightText(freightOfRequest(request), words),
  pickupText(request.shipDate, words),
  `${request.service.provider} ${request.service.service}`,
]

/** One that has a whole new body is shown as that, any other as the booking that it copies, and field by field. */
async function ofCopy(
  { bookingId, changes: { request, ...changes } }: ParsedInput<'bookings.copy'>,
  ports: FactPorts,
  words: FactWords,
): Promise<string[]> {
  const copied = await ofBooking({ bookingId }, ports)
  const facts = request === undefined ? copied : [request.reference || (copied[0] ?? ''), ...ofDirect(request, words)]
  return [...facts, ...plainFacts(changes, words)]
}

/** With the rate that the person who asks was shown; a program that names none gets the choice. */
async function ofOrder(
  { orderId, quoteId, rateId }: ParsedInput<'orders.book'>,
  { findQuote, findOrder, rateForOrder }: FactPorts,
  words: FactWords,
): Promise<string[]> {
  const [quote, order, chosenId] = await Promise.all([
    findQuote(quoteId).catch(() => null),
    findOrder(orderId).catch(() => null),
    rateId ?? rateForOrder(orderId, quoteId).catch(() => null),
  ])
  if (quote === null) return []
  const pickupDate = 'shipDate' in quote.request ? quote.request.shipDate : undefined
  return ofRate(quote, { reference: order?.reference ?? '', rateId: chosenId, pickupDate }, words)
}

/** A cancellation by what it does, any other change field by field. */
async function ofChange(
  input: ParsedInput<'bookings.requestChange'>,
  ports: FactPorts,
  words: FactWords,
): Promise<string[]> {
  const { change } = input
  const facts = await ofBooking(input, ports)
  if (change.kind !== 'cancel') return [...facts, ...plainFacts(change, words)]
  return [words.void, ...facts, change.reason, ...(change.refundRequested === true ? [words.refund] : [])]
}

async function ofBooking(
  { bookingId, shipmentId }: { bookingId?: string | undefined; shipmentId?: string | undefined },
  { findBooking, findShipment }: FactPorts,
): Promise<string[]> {
  const look = async () => {
    if (bookingId !== undefined) return findBooking(bookingId)
    return shipmentId === undefined ? null : findShipment(shipmentId)
  }
  const booking = await look().catch(() => null)
  if (booking === null) return shipmentId === undefined ? [] : [shipmentId]
  const { reference, consigneeName, destination, carrierName, total } = booking
  return [
    reference,
    [consigneeName, destination].filter(Boolean).join(', '),
    carrierName,
    total === null ? '' : amountText(total),
  ]
}

async function ofBatch(
  { batchId }: ParsedInput<'batches.run'>,
  { findBatch, estimateBatch }: FactPorts,
  words: FactWords,
): Promise<string[]> {
  const [batch, estimate] = await Promise.all([
    findBatch(batchId).catch(() => null),
    estimateBatch(batchId).catch(() => null),
  ])
  const facts = [batch?.name ?? '']
  if (estimate === null) return facts
  const { bookings, carriers } = estimate
  const priced = carriers.filter(({ total }) => total !== null)
  const sums = sumsText(priced.flatMap(({ total }) => total ?? []))
  const unpriced = carriers.reduce((rows, one) => rows + (one.total === null ? one.bookings : 0), 0)
  return [
    ...facts,
    words.bookings(bookings),
    priced.some(({ isEstimate }) => isEstimate) ? words.about(sums) : sums,
    unpriced > 0 ? words.unpriced(unpriced) : '',
  ]
}

/** One sum a currency. */
const sumsText = (amounts: readonly Money[]): string =>
  sumsOf(amounts.filter((amount) => moneyFactSchema.safeParse(amount).success))
    .map(amountText)
    .join(' + ')

function laneText(
  { from, to, consignee }: Pick<RuleContext, 'from' | 'to' | 'consignee'>,
  words: FactWords,
  parties: TypedParties = {},
): string {
  const nameOf = (party: Party | undefined) => party?.companyName ?? party?.contactName ?? ''
  const end = (name: string, { city, state }: { city: string; state: string }) =>
    [name, `${city}, ${state}`].filter(Boolean).join(', ')
  return `${end(nameOf(parties.shipperInfo), from)} ${words.to} ${end(nameOf(parties.consigneeInfo) || consignee, to)}`
}

function freightText(
  { pieces, weightLb, classes, isHazmat, accessorials, insuredFor }: FreightSummary,
  words: FactWords,
): string {
  const named: Partial<Record<string, string>> = words.accessorials
  return [
    words.pieces(pieces),
    `${Math.round(weightLb)} lb`,
    classes.length > 0 ? words.class(classes.join(', ')) : '',
    isHazmat ? words.hazmat : '',
    // Those of cross-border stops are the service's own words.
    ...accessorials.map((code) => named[code] ?? code.toLowerCase().replaceAll('_', ' ')),
    insuredFor > 0 ? words.insured(`${insuredFor} USD`) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const pickupText = (day: string | undefined, words: FactWords): string => (day ? words.pickup(day) : '')

/** Field by field, with its name, and how many are left out: a supervisor must see what they approve. */
function plainFacts(input: unknown, { more }: FactWords): string[] {
  const facts = leavesOf(input)
  return facts.length > MOST_FACTS ? [...facts.slice(0, MOST_FACTS), more(facts.length - MOST_FACTS)] : facts
}

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([name]) => !NO_FACT.test(name))
    .flatMap(([name, inner]: [string, unknown]) => {
      if (typeof inner === 'number' || typeof inner === 'boolean') return [`${name}: ${inner}`]
      if (typeof inner === 'string') return inner === '' || inner.length > MOST_LENGTH ? [] : [`${name}: ${inner}`]
      if (Array.isArray(inner) && name.endsWith('Ids')) return [`${name}: ${inner.length}`]
      const amount = moneyFactSchema.safeParse(inner)
      return amount.success ? [`${name}: ${amountText(amount.data)}`] : leavesOf(inner)
    })
}
