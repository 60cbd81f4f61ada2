import { describe, expect, test } from 'vitest'
import {
  NOT_READY_KINDS,
  type EndOfDay,
  type Manifest,
  type ManifestRow,
  type NotReady,
} from '../../../../src-shared/station/documents/endofday.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { closingOf } from '../../../../src-renderer/screens/endofday/closing.ts'
import { EndOfDayController } from '../../../../src-renderer/screens/endofday/end-of-day-controller.svelte.ts'
import { ordersText } from '../../../../src-renderer/screens/endofday/orders-text.ts'
import { actionsOf, NOT_READY_LOOKS, unprinted } from '../../../../src-renderer/screens/endofday/not-ready.ts'
import { answeringStation } from '../../builders.ts'

const DAY = '2026-11-21'
const row = (shipmentId: string, change: Partial<ManifestRow> = {}): ManifestRow => ({
  shipmentId,
  reference: `PO-${shipmentId}`,
  proNumber: null,
  trackingNumber: null,
  service: 'LTL',
  consigneeName: 'Globex',
  destination: 'Chicago, IL',
  pieces: 2,
  weightLb: 100.1,
  pickupDate: DAY,
  ...change,
})
const carriers = [
  { carrier: 'Estrella', scac: 'ESTR', rows: [row('1'), row('2', { pickupDate: '2026-11-23' })] },
  { carrier: 'Norte', scac: null, rows: [row('3', { weightLb: null, pickupDate: '2026-11-20' })] },
]
const manifest: Manifest = {
  manifestId: 'mft_1',
  number: 'M20261121-001',
  day: DAY,
  carrier: 'Estrella',
  scac: 'ESTR',
  station: 'Station 1',
  operator: null,
  totals: { shipments: 1, pieces: 2, weightLb: 100.1, unweighed: 0 },
  rows: [row('1')],
  createdAt: `${DAY}T22:00:00Z`,
  voidedAt: null,
  voidReason: null,
}

/** A station that answers by name and remembers what it was asked. */
function scripted(answers: Record<string, (input: never) => unknown>) {
  const asked: { name: string; input: unknown }[] = []
  const station = answeringStation(answers, (name, input) => asked.push({ name, input }))
  return { station, askedFor: (name: string) => asked.filter((one) => one.name === name) }
}
const NO_ORDERS = { count: 0, held: 0, first: [] }
const today: EndOfDay = { day: DAY, carriers, notReady: [], orders: NO_ORDERS, manifests: [], next: null }

test('orders that are not booked are counted and named, and more of them are marked', () => {
  const locale = new Locale()
  expect(ordersText(locale, { count: 2, held: 1, first: ['A-1', 'A-2'] })).toBe(
    'Orders not booked: 2 (1 on hold). A-1, A-2',
  )
  expect(ordersText(locale, { count: 2, held: 0, first: ['A-1'] })).toBe('Orders not booked: 2 (0 on hold). A-1, …')
})

describe('a closing', () => {
  test('takes the freight of the day and of days before; a later day’s only when a person says so', () => {
    const plain = closingOf(carriers, [], DAY, {})
    expect(plain.carriers).toEqual([
      { carrier: 'Estrella', shipmentIds: ['1'], follows: null },
      { carrier: 'Norte', shipmentIds: ['3'], follows: null },
    ])
    expect(plain.total).toEqual({ shipments: 2, pieces: 4, weightLb: 100.1, unweighed: 1 })
    const ticked = closingOf(carriers, [], DAY, { '2': true, '3': false })
    expect(ticked.carriers).toEqual([{ carrier: 'Estrella', shipmentIds: ['1', '2'], follows: null }])
    expect(ticked.total.weightLb).toBe(200.2)
  })

  test('adds to the newest manifest of its carrier that stands', () => {
    const closed = [
      { ...manifest, manifestId: 'taken back', carrier: 'Estrella', voidedAt: `${DAY}T23:00:00Z` },
      { ...manifest, manifestId: 'standing', carrier: 'ESTRELLA' },
      { ...manifest, manifestId: 'older', carrier: 'Estrella' },
    ]
    expect(closingOf(carriers, closed, DAY, {}).carriers.map(({ follows }) => follows)).toEqual(['standing', null])
  })

  test('whose answer was lost is asked for again under the same key; another one has a key of its own', async () => {
    let isLost = true
    const { station, askedFor } = scripted({
      'endofday.get': () => today,
      'endofday.close': () => {
        if (isLost) throw new StationError({ code: 'HOST_UNREACHABLE', message: 'lost', retryable: true })
        return [manifest]
      },
    })
    const desk = new EndOfDayController(station, DAY)
    expect(await desk.close(carriers, false)).toBe(false)
    expect(desk.action.failure?.code).toBe('HOST_UNREACHABLE')
    isLost = false
    expect(await desk.close(carriers, false)).toBe(true)
    await desk.close(carriers.slice(1), false)
    const keys = askedFor('endofday.close').map(({ input }) => (input as { submissionId: string }).submissionId)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('of two quick clicks is one', async () => {
    const { station, askedFor } = scripted({ 'endofday.get': () => today, 'endofday.close': () => [manifest] })
    const desk = new EndOfDayController(station, DAY)
    expect(await Promise.all([desk.close(carriers, false), desk.close(carriers, false)])).toEqual([true, false])
    expect(askedFor('endofday.close')).toHaveLength(1)
  })

  test('waits with what is left to print until there is a printer, and prints nothing twice', async () => {
    const second = { ...manifest, manifestId: 'mft_2' }
    let hasPrinter = false
    const { station, askedFor } = scripted({
      'endofday.get': () => today,
      'endofday.close': () => [manifest, second],
      'endofday.print': () => {
        if (!hasPrinter) throw new StationError({ code: 'NO_OFFICE_PRINTER', message: 'none' })
        return {}
      },
    })
    const desk = new EndOfDayController(station, DAY)
    expect(await desk.close(carriers, true)).toBe(true)
    expect(desk.awaitingPrinter).toEqual([manifest, second])
    expect(desk.action.failure).toBeNull()
    hasPrinter = true
    await desk.print(desk.awaitingPrinter)
    expect(desk.awaitingPrinter).toEqual([])
    expect(askedFor('endofday.print').map(({ input }) => input)).toEqual([
      { manifestId: 'mft_1' },
      { manifestId: 'mft_1' },
      { manifestId: 'mft_2' },
    ])
  })
})

describe('what is not ready', () => {
  const notReady = (kind: NotReady['kind']): NotReady => ({
    kind,
    bookingId: kind,
    reference: 'PO-1',
    carrier: 'Estrella',
    consigneeName: 'Globex',
    destination: 'Chicago, IL',
    pickupDate: DAY,
    shipmentId: 'SHP-1',
    jobId: 'job_1',
    error: null,
  })

  test('never offers to print what may still come out, nor to send what may have been booked', () => {
    const all = Object.fromEntries(NOT_READY_KINDS.map((kind) => [kind, actionsOf({ kind })]))
    expect(all['print-open']).toEqual(['queue'])
    expect(all['unsent']).toEqual(['send'])
    expect(all['unknown']).toEqual(['check'])
    expect(all['print-unknown']).toEqual(['it-printed', 'print-again'])
    expect(unprinted(NOT_READY_KINDS.map(notReady)).map(({ kind }) => kind)).toEqual(['no-label', 'not-printed'])
    expect(Object.keys(NOT_READY_LOOKS).sort()).toEqual([...NOT_READY_KINDS].sort())
  })

  test('prints together, and says the first reason why one did not', async () => {
    const problem = { code: 'NO_LABEL', message: 'no label', retryable: false }
    const { station, askedFor } = scripted({
      'endofday.get': () => today,
      'printLists.add': () => ({ items: [{ code: 'SHP-1', job: null, problem }] }),
    })
    const desk = new EndOfDayController(station, DAY)
    await desk.printLabels([notReady('not-printed'), { ...notReady('no-label'), shipmentId: null }])
    expect(askedFor('printLists.add').map(({ input }) => input)).toEqual([{ codes: ['SHP-1'] }])
    expect(desk.action.failure?.code).toBe('NO_LABEL')
  })
})
