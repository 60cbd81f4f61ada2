import { describe, expect, test } from 'vitest'
import { isBusinessDay } from '../../src-sandbox/calendar.ts'
import type { CrossborderQuoteRequest } from '../../src-shared/freight/crossborder-quote.ts'
import { crossingQuoted, crossingRequest, standardTotal, STOPS } from './crossing.ts'
import { errorOf, quietMonday, useService } from './service.ts'

const service = useService()

describe('a quote across the border', () => {
  test('answers in the shape of the interface, and in no other', async () => {
    const { status, body } = await service.post('/quote-crossborder', crossingRequest())
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      quotes: { quotes: expect.any(Array), loadId: expect.any(String), bolNumber: expect.stringMatching(/^\d{17}$/) },
    })
    const { quotes } = await crossingQuoted(service)
    for (const quote of quotes) {
      expect(Object.keys(quote).sort()).toEqual([
        'currency',
        'fromTransitTime',
        'moves',
        'quoteId',
        'serviceType',
        'toTransitTime',
        'total',
      ])
      expect(quote.toTransitTime ?? 0).toBeGreaterThan(quote.fromTransitTime ?? 0)
    }
    expect(new Set(quotes.map(({ serviceType }) => serviceType))).toEqual(new Set(['standard', 'expedited']))
    const totals = quotes.map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  })

  test('has a US carrier, a transfer over the bridge and a Mexican carrier, each from where the last one ended', async () => {
    const day = quietMonday()
    const shipperLocation = { ...STOPS.chicago, scheduledDate: `${day}T10:30` }
    for (const { moves } of (await crossingQuoted(service, { shipperLocation })).quotes) {
      expect(moves).toHaveLength(3)
      const [first, transfer, last] = moves ?? []
      expect(first?.pickupDate).toBe(day)
      expect(transfer).toMatchObject({ carrierName: 'Transfer Garza Morena', pickupDate: first?.deliveryDate })
      expect(last?.pickupDate).toBe(transfer?.deliveryDate)
      for (const date of [transfer?.deliveryDate, last?.deliveryDate]) expect(isBusinessDay(date ?? '')).toBe(true)
      expect((last?.deliveryDate ?? '') > (last?.pickupDate ?? '')).toBe(true)
    }
  })

  test('goes northbound with the Mexican carrier first', async () => {
    const stops = { shipperLocation: STOPS.monterrey, consigneeLocation: STOPS.chicago }
    const south = (await crossingQuoted(service)).cheapest('standard')
    const north = (await crossingQuoted(service, stops)).cheapest('standard')
    expect(north.moves?.map(({ scac }) => scac)).toEqual(south.moves?.map(({ scac }) => scac).toReversed())
  })

  test('is faster and dearer expedited', async () => {
    const { cheapest } = await crossingQuoted(service)
    const [standard, expedited] = [cheapest('standard'), cheapest('expedited')]
    expect(expedited.total).toBeGreaterThan(standard.total)
    expect(expedited.fromTransitTime ?? 99).toBeLessThan(standard.fromTransitTime ?? 0)
  })

  test('costs more over the crossing that is out of the way, and is not refused', async () => {
    const east = { shipperLocation: STOPS.chicago, consigneeLocation: STOPS.monterrey }
    const west = { shipperLocation: STOPS.losAngeles, consigneeLocation: STOPS.chihuahua }
    expect(await standardTotal(service, 'LLB', east)).toBeLessThan(await standardTotal(service, 'PDN', east))
    expect(await standardTotal(service, 'PDN', west)).toBeLessThan(await standardTotal(service, 'LLB', west))
  })

  test('charges what is asked for on the way', async () => {
    const plain = (await crossingQuoted(service)).cheapest('standard').total
    const [unit] = crossingRequest().handlingUnits
    const [product] = unit?.products ?? []
    if (!unit || !product) throw new Error('the request has no product')
    const changes: Partial<CrossborderQuoteRequest>[] = [
      { consigneeLocation: { ...STOPS.monterrey, accessorials: ['LIFTGATE_DELIVERY'] } },
      { consigneeLocation: { ...STOPS.monterrey, type: 'residential' } },
      { shipperLocation: { ...STOPS.chicago, limitedAccess: true } },
      { insuranceInfo: { insuredValue: 20_000 } },
      { parcelOptions: { appointment: 'yes' } },
      { handlingUnits: [{ ...unit, quantity: 3 }] },
      { handlingUnits: [{ ...unit, products: [{ ...product, additionalHandling: true }] }] },
    ]
    for (const change of changes) {
      expect((await crossingQuoted(service, change)).cheapest('standard').total).toBeGreaterThan(plain)
    }
  })

  test('is offered for hazardous goods by carriers that take them only', async () => {
    const [unit] = crossingRequest().handlingUnits
    const handlingUnits = unit
      ? [{ ...unit, products: unit.products.map((product) => ({ ...product, isHazmat: true })) }]
      : []
    const { quotes } = await crossingQuoted(service, { handlingUnits })
    const carriers = new Set(quotes.flatMap(({ moves }) => moves?.map(({ carrierName }) => carrierName)))
    expect(carriers).toContain('Fletera Cenzontle')
    expect(carriers).not.toContain('Autolíneas Peña Clara')
  })

  test('that nobody can carry says why, carrier by carrier', async () => {
    const [unit] = crossingRequest().handlingUnits
    const handlingUnits = unit ? [{ ...unit, quantity: 900 }] : []
    const answer = await service.post('/quote-crossborder', crossingRequest({ handlingUnits }))
    expect(answer.status).toBe(404)
    expect(errorOf(answer)).toMatchObject({
      code: 'NO_RATES_AVAILABLE',
      details: {
        reason: expect.stringContaining('Northline Freight with Fletera Cenzontle'),
        providers: expect.any(Array),
      },
    })
  })
})

describe('what a cross-border request must say', () => {
  const refused = async (changes: object) => {
    const answer = await service.post('/quote-crossborder', { ...crossingRequest(), ...changes })
    expect(answer.status).toBe(400)
    return errorOf(answer)
  }
  const withProduct = (changes: object) => ({
    handlingUnits: crossingRequest().handlingUnits.map((unit) => ({
      ...unit,
      products: unit.products.map((product) => ({ ...product, ...changes })),
    })),
  })
  const withShipper = (changes: object) => ({ shipperLocation: { ...STOPS.chicago, ...changes } })

  test.each<[string, object, string]>([
    ['another crossing for customs', { customs: { borderCrossingLocation: 'PDN' } }, 'customs.borderCrossingLocation'],
    ['no customs', { customs: undefined }, 'customs'],
    ['a crossing that is none', { borderCrossingLocation: 'XYZ' }, 'borderCrossingLocation'],
    ['both stops in one country', { consigneeLocation: STOPS.losAngeles }, 'consigneeLocation.country'],
    ['a stop in Canada', withShipper({ country: 'CA' }), 'shipperLocation.country'],
    ['no SAT code', withProduct({ satCode: undefined }), 'handlingUnits.0.products.0.satCode'],
    ['a SAT code of seven digits', withProduct({ satCode: '0101010' }), 'handlingUnits.0.products.0.satCode'],
    ['a SAT code that does not exist', withProduct({ satCode: '99999999' }), 'handlingUnits.0.products.0.satCode'],
    ['a class that is none', withProduct({ class: 86 }), 'handlingUnits.0.products.0.class'],
    ['no weight', withProduct({ weight: 0 }), 'handlingUnits.0.products.0.weight'],
    ['no handling unit', { handlingUnits: [] }, 'handlingUnits'],
    ['a time without its offset', withShipper({ openTime: '11/23/2026 08:00' }), 'shipperLocation.openTime'],
    ['an offset with minutes', withShipper({ closeTime: '11/23/2026 17:00 -05:30' }), 'shipperLocation.closeTime'],
    ['a day first', withShipper({ readyTime: '23/11/2026 17:00 -6' }), 'shipperLocation.readyTime'],
    [
      'a scheduled date with seconds',
      withShipper({ scheduledDate: '2026-11-23T09:30:00' }),
      'shipperLocation.scheduledDate',
    ],
    ['a date that does not exist', withShipper({ scheduledDate: '2026-02-30T09:30' }), 'shipperLocation.scheduledDate'],
    [
      'a date no carrier plans yet',
      withShipper({ scheduledDate: '9999-11-23T09:30' }),
      'shipperLocation.scheduledDate',
    ],
    [
      'a dock that closes before it opens',
      withShipper({ openTime: '11/23/2026 17:00:00 -6', closeTime: '11/23/2026 08:00:00 -6' }),
      'shipperLocation.openTime',
    ],
  ])('%s is refused with its field', async (_, changes, field) => {
    expect(await refused(changes)).toMatchObject({ code: 'INVALID_REQUEST', details: { field } })
  })

  test('an address that cannot be right is refused in the words of a stop', async () => {
    expect(await refused(withShipper({ zipCode: '99999' }))).toMatchObject({
      code: 'INVALID_ADDRESS',
      details: { field: 'shipperLocation.zipCode' },
    })
    expect(await refused(withShipper({ stateOrProvince: 'TX' }))).toMatchObject({
      code: 'INVALID_ADDRESS',
      details: { field: 'shipperLocation.stateOrProvince', suggestions: [{ city: 'CHICAGO', state: 'IL' }] },
    })
  })

  test('dock times are taken in both forms', async () => {
    const day = quietMonday()
    const date = `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
    const shipperLocation = {
      ...STOPS.chicago,
      openTime: `${date} 08:00 -6`,
      closeTime: `${date} 17:00:00 -6`,
      readyTime: `${date} 09:15:30 -6`,
    }
    const { quotes } = await crossingQuoted(service, { shipperLocation })
    expect(quotes[0]?.moves?.[0]?.pickupDate).toBe(day)
  })
})
