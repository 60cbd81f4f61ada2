import type { BatchEstimate, BatchRules, CarrierEstimate } from '../../src-shared/station/batch/batch.ts'
import type { SpendLimits } from '../../src-shared/station/app/spend-limits.ts'
import { dayAt, dayBegins } from '../../src-shared/station/day.ts'
import { majorUnits, type Money } from '../../src-shared/station/money.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { Clock } from '../clock.ts'
import type { CsvForm } from '../csv/csv-read.ts'
import type { BatchRowStore } from '../store/ledger/batch/batch-rows.ts'
import type { Spending } from '../store/ledger/booking/spending.ts'
import { bookingsOf } from './check.ts'
import { overLimit } from './refusals.ts'
import { rowReader, type RowBooking, type RowContext } from './row.ts'

export interface BatchSpendOptions {
  spending: Spending
  rows: Pick<BatchRowStore, 'toBook'>
  /** The service in use. */
  environment: () => string
  limits: () => Promise<SpendLimits>
  clock: Clock
}

const ASKED_EVERY_MS = 2_000

interface Estimated {
  batchId: string
  path: string
  form: CsvForm
  context: RowContext
  rules: BatchRules
}

/** What a batch costs: before it runs, by carrier, and while it does, against the limits of Settings. */
export function batchSpend({ spending, rows, environment, limits, clock }: BatchSpendOptions) {
  const spentToday = () => spending.since(environment(), dayBegins(dayAt(clock.now())))

  /** How many rows each carrier gets; '' for those of which an offer decides. */
  async function byCarrier({ batchId, path, form, context, rules }: Estimated): Promise<Map<string, number>> {
    const wanted = await rows.toBook(batchId, rules.onDuplicate === 'create')
    const read = rowReader(context)
    const found = new Map<string, number>()
    for await (const group of bookingsOf(path, form, context)) {
      if (!wanted.has(group[0].row)) continue
      const { booking } = read(group)
      if (booking) found.set(carrierOf(booking), (found.get(carrierOf(booking)) ?? 0) + 1)
    }
    return found
  }

  /** What stands against a run that has spent so much and would spend the rest; null: nothing does. */
  async function refusal(
    spent: Money | null,
    rest: Money | null,
    today: Money | null,
  ): Promise<StationErrorData | null> {
    const { perBatch, perDay } = await limits()
    const of = (...parts: (Money | null)[]) => parts.reduce((sum, part) => sum + (part ? majorUnits(part) : 0), 0)
    const currency = (rest ?? spent ?? today)?.currency ?? ''
    if (perBatch > 0 && of(spent, rest) > perBatch) {
      return overLimit({ limit: 'batch', most: perBatch, amount: of(spent, rest), currency })
    }
    if (perDay > 0 && of(today, rest) > perDay) {
      return overLimit({ limit: 'day', most: perDay, amount: of(today, rest), currency })
    }
    return null
  }

  async function estimate(batch: Estimated, bookings: number): Promise<BatchEstimate> {
    const [average, each, counts, today, spent] = await Promise.all([
      spending.average(environment()),
      spending.averages(environment()),
      byCarrier(batch),
      spentToday(),
      spending.ofBatch(batch.batchId),
    ])
    const carriers = [...counts].map(([carrier, count]): CarrierEstimate => {
      const one = each.get(carrier.toLowerCase()) ?? average?.each ?? null
      // Amounts in two currencies are not added: what is in another one has no total here.
      const isSame = one !== null && one.currency === average?.each.currency
      return { carrier, bookings: count, total: isSame ? { ...one, minor: one.minor * count } : null }
    })
    const total = average && {
      currency: average.each.currency,
      minor: carriers.reduce((sum, one) => sum + (one.total?.minor ?? 0), 0),
    }
    return {
      bookings,
      basis: average?.bookings ?? 0,
      each: average?.each ?? null,
      total,
      spentToday: today,
      carriers: carriers.toSorted((a, b) => (b.total?.minor ?? 0) - (a.total?.minor ?? 0)),
      refusal: await refusal(spent, total, today),
    }
  }

  return {
    estimate,

    /**
     * Has a running batch spent more than it may? Prices come with the answers, so that it is asked as it goes on; the sum
     * reads all its bookings, so that it is made every few seconds only.
     */
    overWhileRunning: (batchId: string): (() => Promise<StationErrorData | null>) => {
      let askedAt = -Infinity
      return async () => {
        const now = clock.now().getTime()
        if (Math.abs(now - askedAt) < ASKED_EVERY_MS) return null
        askedAt = now
        return refusal(await spending.ofBatch(batchId), null, await spentToday())
      }
    },
  }
}

function carrierOf(booking: RowBooking): string {
  if (booking.kind === 'direct') return booking.request.service.provider
  return booking.rule.kind === 'carrier' ? booking.rule.carrier : ''
}
