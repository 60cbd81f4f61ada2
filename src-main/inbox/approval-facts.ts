import type { Party } from '../../src-shared/freight/address.ts'
import type { Batch, BatchEstimate } from '../../src-shared/station/batch/batch.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import {
  freightOfQuote,
  freightOfRequest,
  type FreightSummary,
} from '../../src-shared/station/booking/freight-summary.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import { commands, isCommandName, type ParsedInput } from '../../src-shared/station/commands.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { contextOf, ruleViewOf, type RuleContext } from '../../src-shared/station/rules/offers.ts'
import { amountText } from '../../src-shared/station/rules/rule.ts'
import type { Money } from '../../src-shared/station/money.ts'
import { inboxWords } from './words.ts'

/** Of an input that a supervisor does not see these are shown: short values that a person typed or chose, and no ids. */
const MOST_FACTS = 10
const MOST_LENGTH = 60
const NO_FACT = /Id$|^kind$|^limit$|^base64$/

export interface FactPorts {
  findQuote: (quoteId: string) => Promise<AnyQuote>
  findBooking: (bookingId: string) => Promise<BookingFacts>
  /** Of a shipment that was booked here or elsewhere; null: this station does not know it. */
  findShipment: (shipmentId: string) => Promise<BookingFacts | null>
  findBatch: (batchId: string) => Promise<Pick<Batch, 'name'>>
  estimateBatch: (batchId: string) => Promise<Pick<BatchEstimate, 'bookings' | 'total' | 'estimated'>>
  /** The booking of an order by this quote. */
  priceOrder: (
    orderId: string,
    quoteId: string,
  ) => Promise<Pick<Booking, 'reference' | 'carrierName'> & { total: Money }>
  language: () => Promise<Settings['language']>
}

type BookingFacts = Pick<Booking, 'reference' | 'carrierName' | 'total' | 'consigneeName' | 'destination'>
type FactWords = ReturnType<typeof inboxWords>['facts']

/**
 * The facts that a supervisor approves. Of a booking: its freight, consignee, day and price; of a batch: its bookings
 * and their estimated cost; of other commands the short values of their input.
 */
export async function factsOf(command: string, input: unknown, ports: FactPorts): Promise<string> {
  if (!isCommandName(command)) return ''
  const parsed = commands[command].input.safeParse(input)
  if (!parsed.success) return ''
  const { facts: words } = inboxWords(await ports.language())
  const facts = await factsOfInput(command, parsed.data, ports, words)
  return facts.filter((fact) => fact !== '').join(' · ')
}

async function factsOfInput(command: string, input: unknown, ports: FactPorts, words: FactWords): Promise<string[]> {
  switch (command) {
    case 'bookings.submit':
      return ofSubmission(input as ParsedInput<'bookings.submit'>, ports, words)
    case 'orders.book':
      return ofOrder(input as ParsedInput<'orders.book'>, ports, words)
    case 'bookings.cancel':
      return [...(await ofBooking(input as { bookingId?: string }, ports)), ...plainFacts(input)]
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
      return plainFacts(input)
  }
}

async function ofSubmission(
  input: ParsedInput<'bookings.submit'>,
  { findQuote }: FactPorts,
  words: FactWords,
): Promise<string[]> {
  if (input.kind === 'direct') {
    const { request } = input
    return [
      request.reference ?? '',
      laneText(contextOf(request), words, request),
      freightText(freightOfRequest(request), words),
      pickupText(request.shipDate, words),
      `${request.service.provider} ${request.service.service}`,
    ]
  }
  const { quoteId, rateId, reference, pickupDate } = input
  const quote = await findQuote(quoteId).catch(() => null)
  if (quote === null) return [reference, pickupText(pickupDate, words)]
  const { offers, context } = ruleViewOf(quote)
  const offer = offers.find((one) => one.rateId === rateId)
  return [
    reference,
    laneText(context, words, input),
    freightText(freightOfQuote(quote), words),
    pickupText(pickupDate, words),
    ...(offer ? [offer.carrierName, amountText(offer.total)] : []),
  ]
}

/** Its rate is the one that its own rate rule takes of the quote. */
async function ofOrder(
  { orderId, quoteId }: ParsedInput<'orders.book'>,
  { findQuote, priceOrder }: FactPorts,
  words: FactWords,
): Promise<string[]> {
  const [quote, priced] = await Promise.all([
    findQuote(quoteId).catch(() => null),
    priceOrder(orderId, quoteId).catch(() => null),
  ])
  if (quote === null) return []
  const { context } = ruleViewOf(quote)
  return [
    priced?.reference ?? '',
    laneText(context, words),
    freightText(freightOfQuote(quote), words),
    pickupText('shipDate' in quote.request ? quote.request.shipDate : undefined, words),
    ...(priced ? [priced.carrierName, amountText(priced.total)] : []),
  ]
}

/** A cancellation by what it does, any other change field by field. */
async function ofChange(
  input: ParsedInput<'bookings.requestChange'>,
  ports: FactPorts,
  words: FactWords,
): Promise<string[]> {
  const { change } = input
  const facts = await ofBooking(input, ports)
  if (change.kind !== 'cancel') return [...facts, ...plainFacts(change)]
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
  const sum = estimate?.total ? amountText(estimate.total) : ''
  return [
    batch?.name ?? '',
    estimate === null ? '' : words.bookings(estimate.bookings),
    estimate !== null && estimate.estimated > 0 && sum !== '' ? words.about(sum) : sum,
  ]
}

/** @param parties the names that were typed over those of the addresses */
function laneText(
  { from, to, consignee }: Pick<RuleContext, 'from' | 'to' | 'consignee'>,
  words: FactWords,
  parties: { shipperInfo?: Party | undefined; consigneeInfo?: Party | undefined } = {},
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

/** Field by field, with its name: a supervisor must see what they approve. */
function plainFacts(input: unknown): string[] {
  return leavesOf(input).slice(0, MOST_FACTS)
}

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([name]) => !NO_FACT.test(name))
    .flatMap(([name, inner]: [string, unknown]) => {
      if (typeof inner === 'number' || typeof inner === 'boolean') return [`${name}: ${inner}`]
      if (typeof inner === 'string') return inner === '' || inner.length > MOST_LENGTH ? [] : [`${name}: ${inner}`]
      return leavesOf(inner)
    })
}
