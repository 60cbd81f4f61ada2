import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { OrderRun } from '../../src-shared/station/orders/order.ts'
import { BATCH_HEADERS, batchCells, batchCsv, handInMapped, runAtPrices } from '../support/batch-files.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const HOUR_MS = 60 * 60_000

const order = (reference: string, change: Partial<ReturnType<typeof palletsToChicago>> = {}) => ({
  ...palletsToChicago(change),
  reference,
})
const toPlace = (companyName: string, city: string, state: string, postalCode: string) => ({
  destinationAddress: { companyName, address1: '1 Main St', city, state, postalCode, country: 'US' as const },
})

async function withOrders(
  sandbox: TestSandbox,
  references: readonly string[],
  options: Parameters<typeof testStation>[1] = {},
) {
  const made = await testStation(sandbox, options)
  const { run, station } = made
  if (references.length > 0) await run('orders.add', { orders: references.map((reference) => order(reference)) })
  const failure = async (name: string, input: unknown): Promise<StationErrorData | null> => {
    const result = await station.invoke(name, input)
    return result.ok ? null : result.error
  }
  return { ...made, failure }
}

const idsOf = async ({ run }: Pick<TestStation, 'run'>) =>
  new Map(
    (await run('orders.rows', { sort: 'reference', limit: 500 })).map(({ reference, orderId }) => [reference, orderId]),
  )

/** The run, when it is over. */
async function over({ run, until }: Pick<TestStation, 'run' | 'until'>): Promise<OrderRun> {
  return until('the end of the run', async () => {
    const { run: current } = await run('orders.board', {})
    return current && !current.isRunning ? current : null
  })
}

/** Requests the rates of these orders; the run, when it is over. */
async function rated(app: Pick<TestStation, 'run' | 'until'>, orderIds: string[]): Promise<OrderRun> {
  await app.run('orders.rate', { orderIds })
  return over(app)
}

describe('An order of another system that names no origin', () => {
  it('starts at the default shipper, and is the same order when that is another one later', async () => {
    const { run, failure } = await withOrders(await testSandbox(), [])
    const { originAddress, ...input } = order('SO-1')
    expect(await failure('orders.add', { orders: [order('SO-0'), input] })).toMatchObject({
      code: 'INVALID_INPUT',
      details: { issues: [{ path: 'orders.1.originAddress' }] },
    })
    const shipsFrom = async (companyName: string) => {
      const address = { ...originAddress, companyName, address1: `1 ${companyName} St` }
      const saved = await run('addressBook.save', { name: companyName, address })
      if (saved.kind !== 'saved') throw new Error('it was there')
      await run('addressBook.setDefault', { addressId: saved.address.addressId })
    }
    await shipsFrom('Acme')
    expect(await run('orders.add', { orders: [input] })).toEqual({ added: 1, same: 0, asked: 0 })
    const [row] = await run('orders.rows', { limit: 10 })
    const added = await run('orders.get', { orderId: row?.orderId ?? '' })
    expect(added.content.request.originAddress).toMatchObject({ companyName: 'Acme', address1: '1 Acme St' })
    await shipsFrom('Other')
    expect(await run('orders.add', { orders: [input] })).toEqual({ added: 0, same: 1, asked: 0 })
  })
})

describe('The list of orders', () => {
  it('is searched by words, sorted, filtered by tag and counted by view', async () => {
    const app = await withOrders(await testSandbox(), [])
    const { run, failure } = app
    await run('orders.add', {
      orders: [
        order('SO-1', toPlace('Ozark Marine', 'Tulsa', 'OK', '74103')),
        order('SO-2', {
          ...toPlace('Hollis Farm', 'Fargo', 'ND', '58102'),
          cargo: [{ weight: 100, length: 48, width: 40, height: 36, quantity: 1, description: 'Feed' }],
        }),
        order('SO-3', toPlace('100% Ozark', 'Chicago', 'IL', '60601')),
      ],
    })
    const references = async (input: Parameters<typeof run<'orders.rows'>>[1]) =>
      (await run('orders.rows', input)).map(({ reference }) => reference)
    expect(await references({ text: 'ozark', sort: 'reference' })).toEqual(['SO-1', 'SO-3'])
    expect(await references({ text: 'ozark chicago' })).toEqual(['SO-3'])
    // A sign of SQL is a sign that is searched for.
    expect(await references({ text: '%' })).toEqual(['SO-3'])
    expect(await references({ sort: 'weight' })).toEqual(['SO-2', 'SO-1', 'SO-3'])
    expect(await references({ sort: 'city', isReversed: true, limit: 2 })).toEqual(['SO-1', 'SO-2'])
    expect(await references({ sort: 'reference', offset: 1, limit: 1 })).toEqual(['SO-2'])

    const ids = await idsOf(app)
    const orderIds = ['SO-1', 'SO-2'].map((reference) => ids.get(reference) ?? '')
    expect(await run('orders.mark', { orderIds, hold: 'no customs broker', addTag: 'rush' })).toEqual({ orders: 2 })
    expect(await run('orders.mark', { orderIds: [orderIds[0] ?? ''], hold: null })).toEqual({ orders: 1 })
    expect(await references({ tag: 'rush', sort: 'reference' })).toEqual(['SO-1', 'SO-2'])
    expect(await run('orders.board', { text: 'rush' })).toMatchObject({
      found: 2,
      counts: { open: 3, ready: 0, unrated: 2, fix: 0, held: 1 },
      tags: ['rush'],
      run: null,
    })
    const [held] = await run('orders.rows', { view: 'held' })
    expect(held).toMatchObject({
      reference: 'SO-2',
      hold: 'no customs broker',
      origin: 'api',
      freight: { pieces: 1, weightLb: 100 },
    })
    // Neither quoted nor booked, and a scan shows why.
    expect(await failure('orders.quote', { orderId: held?.orderId })).toMatchObject({
      code: 'ORDER_HELD',
      message: 'Order SO-2 is on hold: no customs broker. Release it first.',
    })
    expect(await run('pack.scan', { code: 'SO-2' })).toMatchObject({
      kind: 'order',
      order: { hold: 'no customs broker' },
    })
    await run('orders.mark', { orderIds, removeTag: 'rush' })
    expect((await run('orders.board', {})).tags).toEqual([])
    expect(await failure('orders.mark', { orderIds, addTag: '' })).toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('is rated and bought: each once, at the price that was shown', async () => {
    const references = Array.from({ length: 12 }, (_, at) => `SO-${String(at + 1).padStart(2, '0')}`)
    const app = await withOrders(await testSandbox(), references)
    const { run, failure, until } = app
    const orderIds = [...(await idsOf(app)).values()]
    const [first, again, refused] = await Promise.all([
      run('orders.rate', { orderIds, by: 'cheapest' }),
      run('orders.rate', { orderIds }),
      failure('orders.buy', { orderIds, agreedTotals: [] }),
    ])
    expect(first).toMatchObject({ kind: 'rate', isRunning: true, orders: 12 })
    // Asked twice at once, none is rated twice.
    expect(again).toMatchObject({ orders: 12 })
    expect(refused).toMatchObject({ code: 'WRONG_STATE' })
    expect(await over(app)).toMatchObject({ kind: 'rate', done: 12, failed: 0, reason: null })
    const ready = await run('orders.rows', { view: 'ready', limit: 500 })
    expect(ready).toHaveLength(12)
    for (const { offer } of ready) {
      const { rates } = await run('quotes.get', { id: offer?.quoteId ?? '' })
      expect(offer?.total.minor).toBe(Math.min(...rates.map(({ total }) => total.minor)))
    }

    const estimate = await run('orders.estimate', { orderIds })
    expect(estimate).toMatchObject({ orderIds, pieces: 24, weightLb: 12_000, refusal: null, spentToday: null })
    const sum = ready.reduce((total, { offer }) => total + (offer?.total.minor ?? 0), 0)
    expect(estimate.totals).toEqual([{ minor: sum, currency: 'USD' }])
    expect(
      await failure('orders.buy', { orderIds, agreedTotals: [{ minor: sum - 1, currency: 'USD' }] }),
    ).toMatchObject({
      code: 'TOTAL_NOT_AGREED',
    })
    expect(await run('orders.buy', { orderIds, agreedTotals: estimate.totals })).toMatchObject({
      kind: 'buy',
      orders: 12,
    })
    const bought = await over(app)
    expect(bought).toMatchObject({ kind: 'buy', done: 12, failed: 0 })
    expect(bought.booked.toSorted()).toEqual(orderIds.toSorted())
    const booked = await until('twelve shipments', async () => {
      const { rows } = await run('orders.list', { show: 'booked', limit: 500 })
      return rows.every(({ booking }) => booking?.state === 'BOOKED') ? rows : null
    })
    expect(booked.map(({ booking }) => booking?.isPrinted)).toEqual(Array(12).fill(false))
    expect(new Set(booked.map(({ booking }) => booking?.trackingNumber)).size).toBe(12)
    expect((await run('bookings.list', {})).map(({ reference }) => reference).toSorted()).toEqual(references)
    expect(await run('orders.board', {})).toMatchObject({ counts: { open: 0, ready: 0 } })
    // Bought again, none is.
    expect(await failure('orders.buy', { orderIds, agreedTotals: estimate.totals })).toMatchObject({
      code: 'WRONG_STATE',
    })
  })

  it('ships an order again whose booking was canceled, by another booking, and no other', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run, failure, until } = app
    const [orderId = ''] = (await idsOf(app)).values()
    const buy = async () => {
      await run('orders.rate', { orderIds: [orderId] })
      await over(app)
      const { totals } = await run('orders.estimate', { orderIds: [orderId] })
      await run('orders.buy', { orderIds: [orderId], agreedTotals: totals })
      await over(app)
      return until('the booking', async () => {
        const { rows } = await run('orders.list', { show: 'booked' })
        return rows.find(({ booking }) => booking?.state === 'BOOKED')?.booking ?? null
      })
    }
    const first = await buy()
    expect(await failure('orders.shipAgain', { orderId })).toMatchObject({ code: 'WRONG_STATE' })
    await run('bookings.requestChange', {
      ...{ submissionId: 'void-form-1', bookingId: first.bookingId },
      change: { kind: 'cancel', reason: 'the wrong day' },
    })
    await until('the cancellation', async () => {
      const { rows } = await run('orders.list', { show: 'booked' })
      return rows[0]?.booking?.isCanceled ? true : null
    })
    const { content } = await run('orders.get', { orderId })
    expect(await run('orders.shipAgain', { orderId })).toMatchObject({
      ...{ state: 'open', bookingId: null, offer: null, trouble: null, content },
    })
    expect(await failure('orders.shipAgain', { orderId })).toMatchObject({ code: 'WRONG_STATE' })
    // A scan means the order, and not the shipment that was canceled.
    expect(await run('pack.scan', { code: 'SO-1' })).toMatchObject({ kind: 'order', order: { orderId } })
    const second = await buy()
    expect(second).toMatchObject({ state: 'BOOKED', isCanceled: false })
    expect(second.shipmentId).not.toBe(first.shipmentId)
    expect(await run('bookings.get', { bookingId: first.bookingId })).toMatchObject({
      ...{ state: 'BOOKED', shipmentId: first.shipmentId, reference: 'SO-1' },
      cancellation: { reason: 'the wrong day' },
    })
    const { rows: entries } = await run('audit.list', { subjectKind: 'order' })
    expect(entries.map(({ action }) => action)).toEqual(['opened'])
  })

  it('says why an order has no rate, and continues with the others; a correction rates again', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run, failure } = app
    await run('orders.add', { orders: [order('SO-2', toPlace('Globex', 'Chcago', 'IL', '60601'))] })
    const orderIds = [...(await idsOf(app)).values()]
    expect(await rated(app, orderIds)).toMatchObject({ done: 2, failed: 1, reason: null })
    const [wrong] = await run('orders.rows', { view: 'fix' })
    expect(wrong).toMatchObject({ offer: null, trouble: { code: 'INVALID_ADDRESS' } })
    const { orderId = '', reference = '' } = wrong ?? {}
    const input = order(reference, toPlace('Globex', 'Chicago', 'IL', '60601'))
    expect(await run('orders.save', { orderId, order: input })).toMatchObject({
      orderId,
      trouble: null,
      offer: null,
      consigneeName: 'Globex',
    })
    // The first text of the order, sent again, asks nothing.
    const first = order(reference, toPlace('Globex', 'Chcago', 'IL', '60601'))
    expect(await run('orders.add', { orders: [first] })).toEqual({ added: 0, same: 1, asked: 0 })
    expect(await rated(app, [orderId])).toMatchObject({ done: 1, failed: 0 })
    expect(await run('orders.board', {})).toMatchObject({ counts: { ready: 2, fix: 0 } })

    expect(await run('orders.save', { order: order('TYPED-1') })).toMatchObject({ origin: 'typed', state: 'open' })
    expect(await failure('orders.save', { order: order('typed-1') })).toMatchObject({
      code: 'WRONG_STATE',
      details: { field: 'reference' },
    })
  })

  it('takes a correction only of the content that was corrected', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run, failure } = app
    const [orderId = ''] = (await idsOf(app)).values()
    const { version } = await run('orders.get', { orderId })
    // What changes around the content leaves its version.
    await run('orders.mark', { orderIds: [orderId], addTag: 'rush' })
    await rated(app, [orderId])
    expect(await run('orders.get', { orderId })).toMatchObject({ version })
    const first = { ...order('SO-1'), instructions: 'Call first' }
    const saved = await run('orders.save', { orderId, order: first, version })
    expect(saved).toMatchObject({ content: { instructions: 'Call first' } })
    expect(saved.version).not.toBe(version)
    const second = { ...order('SO-1B'), instructions: 'Dock 4' }
    expect(await failure('orders.save', { orderId, order: second, version })).toMatchObject({
      ...{ code: 'WRONG_STATE', details: { orderId, state: 'open' } },
    })
    expect(await run('orders.get', { orderId })).toEqual(saved)
    // Without a version it is whatever content the order has.
    expect(await run('orders.save', { orderId, order: second })).toMatchObject({ reference: 'SO-1B' })
  })

  it('asks nothing about a text that it was received with before, however often it was corrected or kept', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run } = app
    const [orderId = ''] = (await idsOf(app)).values()
    const saying = (instructions: string) => ({ ...order('SO-1'), instructions })
    const added = async (input: object) => (await run('orders.add', { orders: [{ ...order('SO-1'), ...input }] })).asked
    await run('orders.save', { orderId, order: saying('Call first') })
    await run('orders.save', { orderId, order: saying('Dock 4') })
    expect(await added({})).toBe(0)
    for (const instructions of ['Gate 2', 'Gate 3']) {
      expect(await added({ instructions })).toBe(1)
      await run('orders.answer', { orderId, answer: 'keep' })
    }
    expect(await added({ instructions: 'Gate 2' })).toBe(0)
    expect(await added({})).toBe(0)
    // What the other system changes for the first time still asks.
    expect(await added({ instructions: 'Gate 4' })).toBe(1)
    expect((await run('orders.get', { orderId })).content.instructions).toBe('Dock 4')
  })

  it('that got another reference is known under the one that it was received with', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run } = app
    const [orderId = ''] = (await idsOf(app)).values()
    const again = (input: object = {}) => run('orders.add', { orders: [{ ...order('SO-1'), ...input }] })
    await run('orders.save', { orderId, order: { ...order('SO-1'), instructions: 'Dock 4' } })
    await run('orders.save', { orderId, order: { ...order('SO-1B'), instructions: 'Dock 4' } })
    await run('orders.save', { orderId, order: { ...order('SO-1C'), instructions: 'Dock 4' } })
    expect(await again()).toEqual({ added: 0, same: 1, asked: 0 })
    await rated(app, [orderId])
    const { offer } = await run('orders.get', { orderId })
    await run('orders.buy', { orderIds: [orderId], agreedTotals: offer ? [offer.total] : [] })
    expect(await over(app)).toMatchObject({ booked: [orderId] })
    expect(await again()).toEqual({ added: 0, same: 1, asked: 0 })
    // What a person types here is meant, and the same text under another reference is another order.
    expect(await run('orders.save', { order: order('SO-1') })).toMatchObject({ reference: 'SO-1', state: 'open' })
    expect(await again({ reference: 'SO-2' })).toEqual({ added: 1, same: 0, asked: 0 })
  })

  it('is named by its quotes, also by those that are asked again or after an edit', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run } = app
    const [orderId = ''] = (await idsOf(app)).values()
    const { quote } = await run('orders.quote', { orderId })
    expect(quote).toMatchObject({ orderId })
    const { quote: again } = await run('quotes.again', { id: quote.id })
    expect(await run('quotes.find', { id: again.id })).toMatchObject({ orderId })
    const { returnJson: _, ...request } = quote.request
    const edited = await run('quotes.request', { ...request, insuranceAmount: 500, orderId })
    expect(await run('quotes.get', { id: edited.id })).toMatchObject({ orderId, request: { insuranceAmount: 500 } })
    expect(await run('quotes.get', { id: edited.id })).not.toMatchObject({ request: { orderId } })
    expect(await run('quotes.request', request)).not.toHaveProperty('orderId')
  })

  it('is booked by a booking of its quote, whatever reference a person gave that', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1', 'SO-2'])
    const { run } = app
    const [orderId = ''] = (await idsOf(app)).values()
    const { quote } = await run('orders.quote', { orderId })
    const { bookingId } = await run('bookings.submit', bookingOf(quote, { reference: 'ACME-77' }))
    expect(await run('orders.get', { orderId })).toMatchObject({ state: 'booked', bookingId })
    expect((await run('orders.list', { show: 'open' })).rows).toMatchObject([{ reference: 'SO-2' }])
  })

  it('stops for what every order would meet, and keeps what waits', async () => {
    const sandbox = await testSandbox()
    const app = await withOrders(sandbox, ['SO-1', 'SO-2', 'SO-3', 'SO-4', 'SO-5', 'SO-6'])
    const { run } = app
    const orderIds = [...(await idsOf(app)).values()]
    await sandbox.close()
    await run('orders.rate', { orderIds })
    const ended = await over(app)
    expect(ended.reason).toMatchObject({ code: 'SERVICE_UNREACHABLE' })
    expect(ended.done).toBeLessThan(6)
    expect(await run('orders.board', {})).toMatchObject({ counts: { unrated: 6, fix: 0 } })
    await sandbox.reopen()
    expect(await rated(app, orderIds)).toMatchObject({ done: 6, failed: 0, reason: null })
  })

  it('takes another rate by hand, with what it costs over the rule', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run, failure } = app
    const [orderId = ''] = (await idsOf(app)).values()
    await rated(app, [orderId])
    const { offer } = await run('orders.get', { orderId })
    const { rates } = await run('quotes.get', { id: offer?.quoteId ?? '' })
    const dearer = rates.find(({ total }) => total.minor > (offer?.total.minor ?? 0))
    if (!offer || !dearer) throw new Error('there are two rates')
    expect((await run('orders.choose', { orderId, rateId: dearer.rateId })).offer).toMatchObject({
      ...{ rateId: dearer.rateId, by: 'person', total: dearer.total },
      extra: { minor: dearer.total.minor - offer.total.minor, currency: 'USD' },
    })
    // Rated with others it keeps the rate that was picked.
    await run('orders.add', { orders: [order('SO-2')] })
    await rated(app, [...(await idsOf(app)).values()])
    expect((await run('orders.get', { orderId })).offer).toMatchObject({ rateId: dearer.rateId, by: 'person' })
    expect(await failure('orders.choose', { orderId, rateId: 'none' })).toMatchObject({ code: 'WRONG_STATE' })
    await run('orders.buy', { orderIds: [orderId], agreedTotals: [dearer.total] })
    expect(await over(app)).toMatchObject({ booked: [orderId] })
    const [booking] = await run('bookings.list', {})
    expect(booking).toMatchObject({ reference: 'SO-1', total: dearer.total })
  })

  it('requests rates again after their hour: at the same price it buys, a higher one is shown first', async () => {
    let ahead = 0
    const sandbox = await testSandbox()
    const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
    const before = await withOrders(sandbox, ['SO-1', 'SO-2'], { clock })
    const orderIds = [...(await idsOf(before)).values()]
    await before.run('orders.rate', { orderIds })
    await over(before)
    const shown = (await before.run('orders.get', { orderId: orderIds[1] ?? '' })).offer
    await before.close()
    // As if the second had been quoted lower than the service quotes it once the hour is over.
    const ledger = new Database(join(before.dataDir, 'ledger.db'))
    ledger.prepare(`UPDATE feed_order SET minor = minor - 100 WHERE reference = 'SO-2'`).run()
    ledger.close()
    ahead = 2 * HOUR_MS
    const app = await testStation(sandbox, { clock, dataDir: before.dataDir })
    const { run } = app
    const { totals } = await run('orders.estimate', { orderIds })
    await run('orders.buy', { orderIds, agreedTotals: totals })
    expect(await over(app)).toMatchObject({ done: 2, failed: 1, booked: [orderIds[0]], reason: null })
    expect((await run('bookings.list', {})).map(({ reference }) => reference)).toEqual(['SO-1'])
    const [rose] = await run('orders.rows', { view: 'ready' })
    expect(rose).toMatchObject({ reference: 'SO-2', offer: { total: shown?.total } })
    await run('orders.buy', { orderIds: orderIds.slice(1), agreedTotals: shown ? [shown.total] : [] })
    expect((await over(app)).booked).toEqual(orderIds.slice(1))
  })

  it('asks a supervisor for what is over the daily limit', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1', 'SO-2'])
    const { run, failure } = app
    const orderIds = [...(await idsOf(app)).values()]
    await run('settings.update', { spendLimits: { perBatch: 0, perDay: 1 } })
    await rated(app, orderIds)
    const { totals, refusal } = await run('orders.estimate', { orderIds })
    expect(refusal).toMatchObject({ code: 'SPEND_LIMIT', details: { limit: 'day', most: 1 } })
    expect(await failure('orders.buy', { orderIds, agreedTotals: totals })).toMatchObject({ code: 'SPEND_LIMIT' })
    const [orderId = ''] = orderIds
    const { quote, rateId } = await run('orders.quote', { orderId })
    expect(await failure('orders.book', { orderId, quoteId: quote.id, rateId })).toMatchObject({ code: 'SPEND_LIMIT' })
    expect(await run('bookings.list', {})).toEqual([])
    await run('orders.buy', { orderIds, agreedTotals: totals, approvedBy: 'Karen Wu' })
    expect((await over(app)).booked).toHaveLength(2)
    for (const { bookingId } of await run('bookings.list', {})) {
      const { rows } = await run('audit.list', { subjectId: bookingId })
      expect(rows.find(({ action }) => action === 'submitted')?.detail).toMatchObject({ approvedBy: 'Karen Wu' })
    }
  })

  it('stops a purchase at the daily limit, when prices rise on the way', async () => {
    let ahead = 0
    const sandbox = await testSandbox()
    const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
    const before = await withOrders(sandbox, ['SO-1', 'SO-2'], { clock })
    const orderIds = [...(await idsOf(before)).values()]
    await rated(before, orderIds)
    await before.close()
    // As if both had been quoted lower than the service quotes them once the hour is over.
    const ledger = new Database(join(before.dataDir, 'ledger.db'))
    ledger.prepare('UPDATE feed_order SET minor = minor - 1000').run()
    ledger.close()
    ahead = 2 * HOUR_MS
    const app = await testStation(sandbox, { clock, dataDir: before.dataDir })
    const { run } = app
    const { totals } = await run('orders.estimate', { orderIds })
    const perDay = Math.ceil((totals[0]?.minor ?? 0) / 100)
    await run('settings.update', { priceTolerance: 25, spendLimits: { perBatch: 0, perDay } })
    await run('orders.buy', { orderIds, agreedTotals: totals })
    expect(await over(app)).toMatchObject({
      ...{ done: 2, failed: 1, booked: [orderIds[0]] },
      reason: { code: 'SPEND_LIMIT', details: { limit: 'day', most: perDay } },
    })
    expect((await run('orders.rows', { view: 'ready' })).map(({ reference }) => reference)).toEqual(['SO-2'])
    // A rise within the tolerance does not count twice, should the quote of the booking be over as well.
    const [{ bookingId } = { bookingId: '' }] = await run('bookings.list', {})
    const { total, agreed } = await app.station.services.bookings.get(bookingId)
    expect(agreed).toEqual(total && { ...total, minor: total.minor - 1000 })
  })

  it('shows an order to be fixed whose booking the service refused, with the reason, and books it under another submission', async () => {
    const sandbox = await testSandbox()
    const app = await withOrders(sandbox, ['SO-1'])
    const { run, until } = app
    const orderIds = [...(await idsOf(app)).values()]
    await rated(app, orderIds)
    await sandbox.fault({
      ...{ method: 'POST', path: '/book', times: 1 },
      fault: { kind: 'status', status: 400, code: 'INVALID_REQUEST', message: 'consignee phone is missing' },
    })
    const { totals } = await run('orders.estimate', { orderIds })
    await run('orders.buy', { orderIds, agreedTotals: totals })
    const wrong = await until('the refusal', async () => (await run('orders.rows', { view: 'fix' }))[0] ?? null)
    expect(wrong).toMatchObject({ reference: 'SO-1', offer: null, trouble: { message: 'consignee phone is missing' } })
    await rated(app, orderIds)
    await run('orders.buy', { orderIds, agreedTotals: (await run('orders.estimate', { orderIds })).totals })
    await until('the shipment', async () => {
      const { rows } = await run('orders.list', { show: 'booked' })
      return rows[0]?.booking?.state === 'BOOKED' ? rows : null
    })
  })

  it('is booked by correcting the booking that the service refused, though that has another reference', async () => {
    const sandbox = await testSandbox()
    const app = await withOrders(sandbox, ['SO-1'])
    const { run, until } = app
    const orderIds = [...(await idsOf(app)).values()]
    await rated(app, orderIds)
    await sandbox.fault({
      ...{ method: 'POST', path: '/book', times: 1 },
      fault: { kind: 'status', status: 400, code: 'INVALID_REQUEST', message: 'consignee phone is missing' },
    })
    await run('orders.buy', { orderIds, agreedTotals: (await run('orders.estimate', { orderIds })).totals })
    await until('the refusal', async () => (await run('orders.rows', { view: 'fix' }))[0] ?? null)
    const [refused] = await run('bookings.list', {})
    const copy = { bookingId: refused?.bookingId ?? '', submissionId: 'corrected', changes: {} }
    const { bookingId, reference } = await run('bookings.copy', copy)
    expect(reference).toBe('SO-1-2')
    expect(await run('orders.get', { orderId: orderIds[0] ?? '' })).toMatchObject({ state: 'booked', bookingId })
  })

  it('is not booked once it was dismissed, and is not open again when it was booked by hand since', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1'])
    const { run, failure } = app
    const [orderId = ''] = (await idsOf(app)).values()
    const { quote, rateId } = await run('orders.quote', { orderId })
    await run('orders.dismiss', { orderId, isDismissed: true })
    expect(await failure('orders.book', { orderId, quoteId: quote.id, rateId })).toMatchObject({
      code: 'WRONG_STATE',
      details: { orderId, state: 'dismissed' },
    })
    expect(await run('bookings.list', {})).toEqual([])
    const { bookingId } = await run('bookings.submit', bookingOf(quote, { reference: 'SO-1' }))
    expect(await run('orders.dismiss', { orderId, isDismissed: false })).toMatchObject({ state: 'booked', bookingId })
  })

  it('books no freight that was booked by hand, and no order that lacks what a label needs', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1', 'SO-2', 'SO-3'])
    const { run, failure } = app
    await run('orders.add', {
      orders: [
        order('SO-4', toPlace('', 'Chicago', 'IL', '60601')),
        order('SO-5', toPlace('Globex', 'Tulsa', 'OK', '74103')),
      ],
    })
    const ids = await idsOf(app)
    const orderIds = [...ids.values()]
    expect(await rated(app, orderIds)).toMatchObject({ done: 5, failed: 1 })
    expect(await run('orders.rows', { view: 'fix' })).toMatchObject([
      {
        reference: 'SO-4',
        trouble: { code: 'ORDER_INCOMPLETE', details: { fields: ['destinationAddress.companyName'] } },
      },
    ])
    expect(
      await failure('orders.save', {
        orderId: ids.get('SO-4'),
        order: order('SO-4', toPlace('', 'Chicago', 'IL', '60601')),
      }),
    ).toMatchObject({
      code: 'ORDER_INCOMPLETE',
    })
    // By the same quote, under another reference: as from "All rates".
    const { offer } = await run('orders.get', { orderId: ids.get('SO-5') ?? '' })
    const quote = await run('quotes.get', { id: offer?.quoteId ?? '' })
    await run('bookings.submit', { ...bookingOf(quote), usedQuote: undefined, reference: 'BY-HAND' })
    const ready = await run('orders.estimate', { orderIds })
    await run('orders.buy', { orderIds: ready.orderIds, agreedTotals: ready.totals })
    // Orders that are alike are each meant.
    expect(await over(app)).toMatchObject({
      done: 4,
      failed: 1,
      booked: ['SO-1', 'SO-2', 'SO-3'].map((name) => ids.get(name)),
    })
    const [, twice] = await run('orders.rows', { view: 'fix', sort: 'reference' })
    expect(twice).toMatchObject({ reference: 'SO-5', trouble: { code: 'ALREADY_BOOKED' } })
  })

  it('gets the good rows of a file, and leaves the others in it to be fixed', async () => {
    const app = await testStation(await testSandbox())
    const { run, station } = app
    const path = join(tempDir(), 'monday.csv')
    const cells = (reference: string, change = {}) => batchCells(reference, { Provider: '', Service: '', ...change })
    writeFileSync(
      path,
      batchCsv([cells('SO-1'), cells('SO-2', { 'Weight each': 'heavy' }), cells('SO-3'), cells('SO-3')]),
    )
    const { batchId } = await station.services.batches.openFile(path, 'monday.csv')
    await run('batches.finish', { batchId })
    const map = suggestMap(BATCH_HEADERS, 'en')
    if (!map) throw new Error('the headers are known')
    await run('batches.check', {
      batchId,
      map: { ...map, defaults: { rateRule: 'cheapest' } },
      rules: { onError: 'skip-row' },
    })
    expect(await run('batches.toOrders', { batchId })).toMatchObject({
      added: 2,
      same: 0,
      asked: 0,
      batch: { state: 'CHECKED', counts: { skipped: 2, ordered: 2, waiting: 2, free: 0 } },
    })
    // Lists and counts that are open elsewhere follow.
    expect(app.events.map(({ name }) => name)).toContain('orders.changed')
    expect(await run('orders.rows', { origin: 'file', sort: 'reference' })).toMatchObject([
      { reference: 'SO-1', source: 'monday.csv', origin: 'file' },
      { reference: 'SO-3' },
    ])
    const [first] = await run('batches.rows', { batchId })
    expect(first).toMatchObject({ state: 'skipped', error: { code: 'IN_ORDERS' } })
    await run('batches.fix', { batchId, row: 3, column: 'Weight each', value: '480' })
    expect(await run('batches.toOrders', { batchId })).toMatchObject({
      added: 1,
      batch: { counts: { waiting: 1 } },
    })
    // A used reference, to be booked all the same, has a suffix.
    await run('batches.answer', { batchId, rows: [5], answer: 'create' })
    expect(await run('batches.toOrders', { batchId })).toMatchObject({ added: 1, batch: { state: 'DONE' } })
    const ids = await idsOf(app)
    expect([...ids.keys()]).toEqual(['SO-1', 'SO-2', 'SO-3', 'SO-3-2'])
    // The file's results are those of its orders, each by the reference it was booked under.
    const orderIds = ['SO-1', 'SO-3-2'].flatMap((name) => ids.get(name) ?? [])
    await rated(app, orderIds)
    const { totals: agreedTotals } = await run('orders.estimate', { orderIds })
    await run('orders.buy', { orderIds, agreedTotals })
    await over(app)
    await app.until('the bookings', async () => {
      const rows = await run('batches.rows', { batchId, bookingStates: ['BOOKED'] })
      return rows.length === 2 ? true : null
    })
    const { base64 } = await run('batches.resultsChunk', { batchId, offset: 0 })
    const file = Buffer.from(base64, 'base64').toString('utf8').trim().split('\r\n').slice(1)
    expect(file.map((line) => /(BOOKED,[^,]*|IN ORDERS),/.exec(line)?.[1])).toEqual([
      'BOOKED,SO-1',
      'IN ORDERS',
      'IN ORDERS',
      'BOOKED,SO-3-2',
    ])
  })

  it('gets what is left of a batch that paused', async () => {
    const app = await testStation(await testSandbox())
    const { run } = app
    const cells = (reference: string) => batchCells(reference)
    const { batchId, map } = await handInMapped(run, batchCsv(['SO-1', 'SO-2', 'SO-2'].map(cells)))
    await run('batches.check', { batchId, map, rules: { onError: 'skip-row', onDuplicate: 'ask' } })
    await runAtPrices(run, batchId)
    await app.until('its question', async () => {
      const { state } = await run('batches.get', { batchId })
      return state === 'PAUSED' ? true : null
    })
    await run('batches.answer', { batchId, answer: 'create' })
    expect(await run('batches.toOrders', { batchId })).toMatchObject({
      added: 1,
      batch: { state: 'DONE', counts: { submitted: 2, ordered: 1 } },
    })
    expect(await run('orders.rows', {})).toMatchObject([{ reference: 'SO-2-2' }])
  })
})

describe('An order that was booked in practice', () => {
  it('is open again for another service and booked there, once', async () => {
    const app = await withOrders(await testSandbox(), ['SO-1', 'SO-2'])
    const { run, until } = app
    const ids = await idsOf(app)
    const bookNow = async (reference: string) => {
      const orderId = ids.get(reference) ?? ''
      const { quote } = await run('orders.quote', { orderId })
      return run('orders.book', { orderId, quoteId: quote.id })
    }
    const open = async () => (await run('orders.rows', { sort: 'reference' })).map(({ reference }) => reference)
    const practiced = await bookNow('SO-1')
    expect(await open()).toEqual(['SO-2'])

    const service = await testSandbox()
    const { baseUrl, apiKey } = service
    await run('environment.use', { kind: 'service', baseUrl, apiKey })
    expect(await open()).toEqual(['SO-1', 'SO-2'])
    const real = await bookNow('SO-1')
    expect(real.bookingId).not.toBe(practiced.bookingId)
    const { shipmentId } = await until('the shipment', async () => {
      const booking = await run('bookings.get', { bookingId: real.bookingId })
      return booking.state === 'BOOKED' ? booking : null
    })
    expect(await service.get('/shipments')).toMatchObject({ data: [{ shipmentId }] })
    expect((await bookNow('SO-2')).state).not.toBe('REJECTED')

    // What the service in use has under the reference already is the order's booking.
    const { db } = app.station.stores.ledger
    db.prepare('UPDATE feed_order SET booking_id = ? WHERE reference = ?').run(practiced.bookingId, 'SO-1')
    await run('environment.use', { kind: 'service', baseUrl, apiKey })
    const { rows } = await run('orders.list', { show: 'booked' })
    expect(rows.find(({ reference }) => reference === 'SO-1')?.bookingId).toBe(real.bookingId)

    // What is really booked is not open for practice, nor after it.
    await run('environment.use', { kind: 'embedded' })
    expect(await open()).toEqual([])
    await run('environment.use', { kind: 'service', baseUrl, apiKey })
    expect(await open()).toEqual([])
  })

  it('does not stand for one that comes later, nor for a booking of its reference', async () => {
    const sandbox = await testSandbox()
    const app = await withOrders(sandbox, [])
    const { run } = app
    await run('bookings.submit', bookingOf(await run('quotes.request', palletsToChicago()), { reference: 'SO-1' }))
    const { baseUrl, apiKey } = await testSandbox()
    await run('environment.use', { kind: 'service', baseUrl, apiKey })
    await run('orders.add', { orders: [order('SO-1')] })
    expect(await run('orders.rows', {})).toMatchObject([{ reference: 'SO-1', state: 'open' }])
    expect(await run('bookings.referenceFor', { reference: 'SO-1' })).toMatchObject({ usedBy: null })
  })
})
