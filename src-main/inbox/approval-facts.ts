import type { Party } from '../../src-shared/freight/address.ts'
import type { Batch, BatchEstimate } from '../../src-shared/station/batch/batch.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import {
  freightOfQuote,
  freightOfRequest,
  type FreightSummary,
} from '../../src-shared/station/booking/freight-summary.ts'
import { commands, isCommandName, type ParsedInput } from '../../src-shared/station/commands.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { contextOf, ruleViewOf, type RuleContext } from '../../src-shared/station/rules/offers.ts'
import { amountText } from '../../src-shared/station/rules/rule.ts'

/** Of an input that a supervisor does not see these are told: what a person typed or chose, short, and no ids. */
const MOST_FACTS = 10
const MOST_LENGTH = 60
const NO_FACT = /Id$|^kind$|^limit$|^base64$/

export interface FactPorts {
  findQuote: (quoteId: string) => Promise<AnyQuote>
  findBooking: (
    bookingId: string,
  ) => Promise<Pick<Booking, 'reference' | 'carrierName' | 'total' | 'consigneeName' | 'destination'>>
  findBatch: (batchId: string) => Promise<Pick<Batch, 'name'>>
  estimateBatch: (batchId: string) => Promise<Pick<BatchEstimate, 'bookings' | 'total' | 'estimated'>>
}

/**
 * What a supervisor approves. Of a booking: what it is, for whom, when and for how much; of a batch: its bookings and
 * what they cost by estimate; of other commands what is short in their input.
 */
export async function factsOf(command: string, input: unknown, ports: FactPorts): Promise<string> {
  if (!isCommandName(command)) return ''
  const parsed = commands[command].input.safeParse(input)
  if (!parsed.success) return ''
  const facts = await factsOfInput(command, parsed.data, ports)
  return facts.filter((fact) => fact !== '').join(' · ')
}

async function factsOfInput(command: string, input: unknown, ports: FactPorts): Promise<string[]> {
  switch (command) {
    case 'bookings.submit':
      return ofSubmission(input as ParsedInput<'bookings.submit'>, ports)
    case 'orders.book':
      return ofOrder(input as ParsedInput<'orders.book'>, ports)
    case 'bookings.cancel':
    case 'bookings.requestChange':
      return [...(await ofBooking(input as { bookingId?: string }, ports)), ...plainFacts(input)]
    case 'batches.run':
      return ofBatch(input as ParsedInput<'batches.run'>, ports)
    case 'quotes.request': {
      const request = input as ParsedInput<'quotes.request'>
      return [laneText(contextOf(request)), freightText(freightOfRequest(request)), pickupText(request.shipDate)]
    }
    default:
      return plainFacts(input)
  }
}

async function ofSubmission(input: ParsedInput<'bookings.submit'>, { findQuote }: FactPorts): Promise<string[]> {
  if (input.kind === 'direct') {
    const { request } = input
    return [
      request.reference ?? '',
      laneText(contextOf(request), request),
      freightText(freightOfRequest(request)),
      pickupText(request.shipDate),
      `${request.service.provider} ${request.service.service}`,
    ]
  }
  const { quoteId, rateId, reference, pickupDate } = input
  const quote = await findQuote(quoteId).catch(() => null)
  if (quote === null) return [reference, pickupText(pickupDate)]
  const { offers, context } = ruleViewOf(quote)
  const offer = offers.find((one) => one.rateId === rateId)
  return [
    reference,
    laneText(context, input),
    freightText(freightOfQuote(quote)),
    pickupText(pickupDate),
    ...(offer ? [offer.carrierName, amountText(offer.total)] : []),
  ]
}

/** Its rate is chosen when it is booked. */
async function ofOrder({ quoteId }: ParsedInput<'orders.book'>, { findQuote }: FactPorts): Promise<string[]> {
  const quote = await findQuote(quoteId).catch(() => null)
  if (quote === null) return []
  const { context } = ruleViewOf(quote)
  return [laneText(context), freightText(freightOfQuote(quote))]
}

async function ofBooking({ bookingId }: { bookingId?: string }, { findBooking }: FactPorts): Promise<string[]> {
  const booking = bookingId === undefined ? null : await findBooking(bookingId).catch(() => null)
  if (booking === null) return []
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
): Promise<string[]> {
  const [batch, estimate] = await Promise.all([
    findBatch(batchId).catch(() => null),
    estimateBatch(batchId).catch(() => null),
  ])
  return [
    batch?.name ?? '',
    estimate === null ? '' : counted(estimate.bookings, 'booking'),
    estimate?.total ? `${estimate.estimated > 0 ? 'about ' : ''}${amountText(estimate.total)}` : '',
  ]
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** @param parties the names that were typed over those of the addresses */
function laneText(
  { from, to, consignee }: Pick<RuleContext, 'from' | 'to' | 'consignee'>,
  parties: { shipperInfo?: Party | undefined; consigneeInfo?: Party | undefined } = {},
): string {
  const nameOf = (party: Party | undefined) => party?.companyName ?? party?.contactName ?? ''
  const end = (name: string, { city, state }: { city: string; state: string }) =>
    [name, `${city}, ${state}`].filter(Boolean).join(', ')
  return `${end(nameOf(parties.shipperInfo), from)} to ${end(nameOf(parties.consigneeInfo) || consignee, to)}`
}

function freightText({ pieces, weightLb, classes, isHazmat, accessorials, insuredFor }: FreightSummary): string {
  return [
    counted(pieces, 'piece'),
    `${Math.round(weightLb)} lb`,
    classes.length > 0 ? `class ${classes.join(', ')}` : '',
    isHazmat ? 'hazardous' : '',
    ...accessorials.map((code) => code.toLowerCase().replaceAll('_', ' ')),
    insuredFor > 0 ? `insured for ${insuredFor} USD` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const pickupText = (day: string | undefined): string => (day ? `pickup ${day}` : '')

/** Field by field, with its name: a supervisor must see what they let through. */
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
