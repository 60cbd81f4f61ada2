import type { OrderRun } from '../../../src-shared/station/orders/order.ts'
import { StationError, wrongState } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { asData } from '../../kernel/fault.ts'
import { stopsAll } from '../rows/stops-all.ts'

/** How many orders are rated at once: the service answers each in a second or two. */
const RATED_AT_ONCE = 4

/** What is done with one order. @returns whether it went well; a refusal of this order alone is no error */
export type OrderWork = (orderId: string) => Promise<boolean>

export type OrderRuns = ReturnType<typeof createOrderRuns>

/**
 * Rating or buying of many orders, one such run at a time. More orders to be rated join the run; a purchase is what a person
 * agreed to and takes none. It continues while no screen is open, and ends early for what every order would meet.
 */
export function createOrderRuns({
  clock,
  onProgress,
  onFault,
}: {
  clock: Clock
  onProgress: () => void
  onFault: (error: unknown) => void
}) {
  let run: OrderRun | null = null
  let queue: string[] = []
  let workers = 0
  /** Waiting, or in work. */
  const busy = new Set<string>()
  let ended: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function work(current: OrderRun, one: OrderWork): Promise<void> {
    for (let orderId = queue.shift(); orderId !== undefined; orderId = queue.shift()) {
      try {
        if (!(await one(orderId))) current.failed += 1
      } catch (error) {
        if (!(error instanceof StationError)) onFault(error)
        current.failed += 1
        current.reason ??= asData(error)
        drop()
      }
      busy.delete(orderId)
      current.done += 1
      onProgress()
    }
    workers -= 1
    // In the same turn that finds nothing to do: what is asked for after it begins another run.
    if (workers > 0) return
    current.isRunning = false
    current.endedAt = clock.now().toISOString()
    onProgress()
  }

  function drop(): void {
    for (const orderId of queue) busy.delete(orderId)
    queue = []
  }

  function start(kind: OrderRun['kind'], orderIds: readonly string[], one: OrderWork): OrderRun {
    if (isClosed) throw wrongState('Waybill is closing.', {})
    if (run?.isRunning && (kind === 'buy' || run.kind === 'buy')) {
      throw wrongState('Orders are being rated or bought. Wait until that is done, or stop it.', { kind: run.kind })
    }
    const fresh = orderIds.filter((orderId) => !busy.has(orderId))
    queue.push(...fresh)
    for (const orderId of fresh) busy.add(orderId)
    if (run?.isRunning) {
      run.orders += fresh.length
      return run
    }
    const current: OrderRun = {
      ...{ kind, isRunning: true, endedAt: null, reason: null, booked: [] },
      ...{ orders: fresh.length, done: 0, failed: 0 },
    }
    run = current
    workers = kind === 'rate' ? RATED_AT_ONCE : 1
    ended = Promise.all(Array.from({ length: workers }, () => work(current, one)))
    return current
  }

  return {
    rate: (orderIds: readonly string[], one: OrderWork): OrderRun => start('rate', orderIds, one),

    /** @param one gets the run, to note what it booked */
    buy: (orderIds: readonly string[], one: OrderWork): OrderRun =>
      start('buy', orderIds, async (orderId) => {
        const isBooked = await one(orderId)
        if (isBooked) run?.booked.push(orderId)
        return isBooked
      }),

    /** The one that runs, or the last one. */
    current: (): OrderRun | null => run && { ...run, booked: [...run.booked] },

    isBusy: (orderId: string): boolean => busy.has(orderId),

    /** After the orders in work. */
    stop: async (): Promise<void> => {
      drop()
      await ended
    },

    close: async (): Promise<void> => {
      isClosed = true
      drop()
      await ended
    },
  }
}

/** @returns the refusal of one order. @throws what every order would meet */
export function refusalOf(error: unknown): ReturnType<StationError['toData']> {
  if (!(error instanceof StationError) || stopsAll(error)) throw error
  return error.toData()
}
