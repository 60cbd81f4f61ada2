import { commands, isCommandName, type ParsedInput } from '../../src-shared/station/commands.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { ruleViewOf } from '../../src-shared/station/rules/offers.ts'
import { amountText } from '../../src-shared/station/rules/rule.ts'

/** Of an input that a supervisor does not see these are told: what a person typed or chose, short, and no ids. */
const MOST_FACTS = 10
const MOST_LENGTH = 60
const NO_FACT = /Id$|^kind$|^limit$|^base64$/

export interface FactPorts {
  findQuote: (quoteId: string) => Promise<AnyQuote>
}

/** What a supervisor is told of what somebody asks for: a booking's reference, carrier and price; of others what is short. */
export async function factsOf(command: string, input: unknown, { findQuote }: FactPorts): Promise<string> {
  if (!isCommandName(command)) return ''
  const parsed = commands[command].input.safeParse(input)
  if (!parsed.success) return ''
  const facts =
    command === 'bookings.submit'
      ? await ofBooking(parsed.data as ParsedInput<'bookings.submit'>, findQuote)
      : plainFacts(parsed.data)
  return facts.filter((fact) => fact !== '').join(' · ')
}

async function ofBooking(input: ParsedInput<'bookings.submit'>, findQuote: FactPorts['findQuote']): Promise<string[]> {
  if (input.kind === 'direct') {
    return [input.request.reference ?? '']
  }
  const { quoteId, rateId, reference } = input
  const quote = await findQuote(quoteId).catch(() => null)
  const offer = quote && ruleViewOf(quote).offers.find((one) => one.rateId === rateId)
  return [reference, ...(offer ? [offer.carrierName, amountText(offer.total)] : [])]
}

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
