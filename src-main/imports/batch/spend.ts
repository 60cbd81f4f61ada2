import type { BatchEstimate, BatchPrices, CarrierEstimate } from '../../../src-shared/station/batch/batch.ts'
import type { SpendLimits } from '../../../src-shared/station/app/spend-limits.ts'
import { sumsOf } from '../../../src-shared/station/money.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { BatchQuoteStore, RowsOf, RowSum } from './batch-quotes.rows.ts'
import type { LedgerBatch } from './batches.rows.ts'
import type { Spending } from '../../booking/spending.rows.ts'
import { overLimits, type Spend } from '../../rules/spend-limits.ts'

export interface BatchSpendOptions {
  spending: Spending
  quotes: Pick<BatchQuoteStore, 'sums' | 'approval'>
  /** The service in use. */
  environment: () => string
  limits: () => Promise<SpendLimits>
  clock: Clock
}

const ASKED_EVERY_MS = 2_000

/** The cost of a batch: before it runs, by carrier, and while it does, against the limits of Settings. */
export function batchSpend({ spending, quotes, environment, limits, clock }: BatchSpendOptions) {
  const spentToday = () => spending.onDayOf(environment(), clock.now())

  const rowsOf = ({ batchId, rules }: Pick<LedgerBatch, 'batchId' | 'rules'>): RowsOf => ({
    batchId,
    isCreated: rules.onDuplicate === 'create',
    environment: environment(),
  })

  /** Why a run that has spent so much must not spend the rest; null: nothing speaks against it. */
  const refusal = async (spend: Spend) => overLimits(await limits(), spend)

  async function prices(batch: Pick<LedgerBatch, 'batchId' | 'rules'>): Promise<BatchPrices> {
    return pricesOf(await quotes.sums(rowsOf(batch)))
  }

  /** @param bookings how many the run makes at most */
  async function estimate(batch: LedgerBatch, bookings: number): Promise<BatchEstimate> {
    const [average, each, sums, today, spent, approval] = await Promise.all([
      spending.average(environment()),
      spending.averages(environment()),
      quotes.sums(rowsOf(batch)),
      spentToday(),
      spending.ofBatch(batch.batchId),
      quotes.approval(rowsOf(batch)),
    ])
    const { totals, missing } = pricesOf(sums)
    // Amounts in two currencies are not added: amounts in a minority currency are not in the total.
    const currency = totals.toSorted((a, b) => b.minor - a.minor)[0]?.currency ?? average?.each.currency
    const carriers = sums.map(({ carrier, rows, total }): CarrierEstimate => {
      if (total) return { carrier, bookings: rows, total, isEstimate: false }
      const one = each.get(carrier.toLowerCase()) ?? average?.each ?? null
      const isSame = one !== null && one.currency === currency
      return { carrier, bookings: rows, total: isSame ? { ...one, minor: one.minor * rows } : null, isEstimate: true }
    })
    const counted = carriers.flatMap((one) => (one.total?.currency === currency ? [one.total?.minor ?? 0] : []))
    const total =
      currency === undefined || (totals.length === 0 && average === null)
        ? null
        : { currency, minor: counted.reduce((sum, minor) => sum + minor, 0) }
    const rest = [...(total ? [total] : []), ...totals.filter((one) => one.currency !== currency)]
    return {
      bookings,
      missing,
      totals,
      estimated: sums.reduce((sum, one) => sum + (one.total ? 0 : one.rows), 0),
      basis: average?.bookings ?? 0,
      each: average?.each ?? null,
      total,
      spentToday: today[0] ?? null,
      carriers: carriers.toSorted((a, b) => (b.total?.minor ?? 0) - (a.total?.minor ?? 0)),
      refusal: (await refusal({ spent, rest, today })) ?? approval,
    }
  }

  return {
    rowsOf,
    prices,
    estimate,

    /**
     * Has a running batch spent more than it may? Prices come with the answers, so that it is asked as it continues; the sum
     * reads all its bookings, so that it is made every few seconds only.
     */
    overWhileRunning: (batchId: string): (() => Promise<StationErrorData | null>) => {
      let askedAt = -Infinity
      return async () => {
        const now = clock.now().getTime()
        if (Math.abs(now - askedAt) < ASKED_EVERY_MS) return null
        askedAt = now
        return refusal({ spent: await spending.ofBatch(batchId), rest: [], today: await spentToday() })
      }
    },
  }
}

function pricesOf(sums: readonly RowSum[]): BatchPrices {
  const rows = (some: readonly RowSum[]) => some.reduce((sum, one) => sum + one.rows, 0)
  return {
    bookings: rows(sums),
    missing: rows(sums.filter(({ isDirect, total }) => !isDirect && !total)),
    direct: rows(sums.filter(({ isDirect }) => isDirect)),
    totals: sumsOf(sums.flatMap(({ total }) => total ?? [])),
    isAgreed: sums.every(({ total, isAgreed }) => !total || isAgreed),
  }
}
