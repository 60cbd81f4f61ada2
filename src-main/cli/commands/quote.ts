import { z } from 'zod'
import { ACCESSORIALS } from '../../../src-shared/freight/accessorial.ts'
import type { Cargo } from '../../../src-shared/freight/cargo.ts'
import { daySchema } from '../../../src-shared/freight/scalar.ts'
import { majorUnits } from '../../../src-shared/station/money.ts'
import { quoteInputSchema, type Quote, type QuoteInput } from '../../../src-shared/station/quote/quote.ts'
import type { RuleDecision } from '../../../src-shared/station/rules/decide.ts'
import { amountText } from '../../../src-shared/station/rules/rule.ts'
import { addressOf } from '../address-text.ts'
import { readArguments, type CliCommand, type CommonFlags } from '../command.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { UsageError, type CliIo } from '../io.ts'
import { readJson } from '../json-file.ts'
import { describeLine, toldLine } from '../line-text.ts'
import { table } from '../table.ts'
import { withStation } from '../with-station.ts'

const flagsSchema = z.object({
  request: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  weight: z.coerce.number('must be a number of pounds a piece').positive('must be more than 0 lb').optional(),
  size: z
    .string()
    .regex(/^\d+(\.\d+)?x\d+(\.\d+)?x\d+(\.\d+)?$/i, 'is length x width x height in inches, as in 48x40x52')
    .optional(),
  pieces: z.coerce.number().int('must be a whole number').positive('must be at least 1').default(1),
  description: z.string().optional(),
  class: z.string().optional(),
  hazmat: z.boolean().default(false),
  accessorials: z.string().optional(),
  date: daySchema.optional(),
  insurance: z.coerce.number('must be an amount').nonnegative('must not be negative').optional(),
  parse: z.boolean().default(false),
})
type Flags = z.output<typeof flagsSchema>

/** `waybill quote`: asks for rates and keeps the quote, so that it can be booked. */
export const quoteCommand: CliCommand = {
  name: 'quote',
  summary: 'ask for rates',
  usage: `waybill quote --from ADDRESS --to ADDRESS --weight LB --size LxWxH --description TEXT [options]
waybill quote --request FILE
waybill quote "LINE" --parse

  --from, --to ADDRESS   "street, city, ST postal-code[, US|MX|CA]"
  --weight LB            pounds a piece
  --size LxWxH           inches a piece, as in 48x40x52
  --pieces N             how many alike (default 1)
  --description TEXT     what it is
  --class CLASS          freight class, as in 85; without it the service takes one from the density
  --hazmat               dangerous goods
  --accessorials A,B     of ${ACCESSORIALS.join(', ')}
  --date YYYY-MM-DD      ship date
  --insurance AMOUNT     insured value
  --request FILE         the whole request as JSON instead, as in the interface's POST /quote ("-": standard input)
  --parse                what was understood of a line like "78045 60654 2 pallets 500 lb 48x40x52 machine parts
                         tomorrow liftgate", in English or Spanish; the service is not asked (docs/quote-line.md)`,

  async run(args, io) {
    const { flags, words, common } = readArguments(
      args,
      {
        request: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        weight: { type: 'string' },
        size: { type: 'string' },
        pieces: { type: 'string' },
        description: { type: 'string' },
        class: { type: 'string' },
        hazmat: { type: 'boolean' },
        accessorials: { type: 'string' },
        date: { type: 'string' },
        insurance: { type: 'string' },
        parse: { type: 'boolean' },
      },
      flagsSchema,
    )
    if (flags.parse || words.length > 0) {
      return parseLine(flags.parse, words, common, io)
    }
    const request = await requestOf(flags, io)
    const { quote, decision } = await withStation(io, common, { background: false }, async ({ run }) => {
      const asked = await run('quotes.request', request)
      return { quote: asked, decision: await run('rules.decide', { quoteId: asked.id }) }
    })
    if (common.json) io.out(JSON.stringify({ ...quote, decision }))
    else for (const line of [...describe(quote), ...ruleLines(decision)]) io.out(line)
    return EXIT.done
  },
}

/** What a line says; nobody is asked. The line may be one argument or several. */
async function parseLine(isParse: boolean, words: string[], common: CommonFlags, io: CliIo): Promise<ExitCode> {
  if (!isParse) throw new UsageError('a line is read with --parse; to ask for rates, use --from, --to and the others')
  const line = words.join(' ')
  if (line.trim() === '') throw new UsageError('--parse takes the line to read, in quotation marks')
  const said = await withStation(io, common, { background: false }, ({ run }) => run('quotes.readLine', { line }))
  if (common.json) io.out(JSON.stringify(toldLine(said)))
  else for (const told of describeLine(said)) io.out(told)
  return EXIT.done
}

async function requestOf(flags: Flags, io: CliIo): Promise<QuoteInput> {
  const draft = flags.request === undefined ? draftOf(flags) : await readJson(io, flags.request, 'request')
  const parsed = quoteInputSchema.safeParse(draft)
  if (parsed.success) return parsed.data
  throw new UsageError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}

/** The request as the flags give it; what does not fit is found when it is parsed, like a file's. */
function draftOf(flags: Flags): unknown {
  const missing = (['from', 'to', 'weight', 'size', 'description'] as const).filter((name) => flags[name] === undefined)
  if (missing.length > 0) throw new UsageError(missing.map((name) => `--${name} is required`).join('\n'))
  const [length, width, height] = (flags.size ?? '').toLowerCase().split('x').map(Number)
  const cargo = {
    weight: flags.weight,
    length,
    width,
    height,
    quantity: flags.pieces,
    description: flags.description,
    ...(flags.class === undefined ? {} : { freightClass: flags.class }),
    ...(flags.hazmat ? { hazmat: true } : {}),
  } satisfies { [K in keyof Cargo]?: unknown }
  return {
    originAddress: addressOf(flags.from ?? '', 'from'),
    destinationAddress: addressOf(flags.to ?? '', 'to'),
    cargo: [cargo],
    ...(flags.date === undefined ? {} : { shipDate: flags.date }),
    ...(flags.accessorials === undefined ? {} : { accessorials: flags.accessorials.toUpperCase().split(',') }),
    ...(flags.insurance === undefined ? {} : { insuranceAmount: flags.insurance }),
  }
}

/** What the rules make of it: the rate that they take, what that costs more, and what they forbid or want approved. */
function ruleLines({ choice, by, insure, insuredBy, why }: RuleDecision): string[] {
  const named = (ruleId: string | null) => why.rules.find((rule) => rule.ruleId === ruleId)?.name ?? ''
  const lines = why.offers.flatMap(({ rateId, forbiddenBy, approvalBy }) => {
    if (forbiddenBy !== null) return [`rule: ${rateId} is not booked here (${named(forbiddenBy)})`]
    return approvalBy === null ? [] : [`rule: ${rateId} needs a supervisor's approval (${named(approvalBy)})`]
  })
  if (insure) lines.push(`rule: to be insured for ${amountText(insure.amount)} (${named(insure.ruleId)})`)
  if (insuredBy !== null) lines.push(`rule: insured (${named(insuredBy)})`)
  if (by)
    lines.push(
      `rule: take ${choice}, by rule: +${amountText(by.extra)} (${by.name}${by.madeBy ? `, ${by.madeBy}` : ''})`,
    )
  else if (choice === null) lines.push('rule: none of these rates is booked here')
  return lines
}

function describe(quote: Quote): string[] {
  const rows = quote.rates.map((rate) => [
    rate.rateId,
    rate.carrierName,
    rate.service,
    `${majorUnits(rate.total).toFixed(2)} ${rate.total.currency}`,
    rate.transitDays === null ? '' : `${rate.transitDays.from} d`,
    rate.deliveryDate ?? '',
  ])
  return [
    `quote ${quote.id}, until ${quote.expiresAt}`,
    ...table(['rate', 'carrier', 'service', 'total', 'transit', 'delivery'], rows),
    ...quote.warnings.map((warning) => `note: ${warning}`),
  ]
}
