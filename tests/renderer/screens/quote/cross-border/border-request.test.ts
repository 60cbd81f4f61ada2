import { describe, expect, test } from 'vitest'
import {
  copiedUnit,
  emptyProduct,
  inOtherMeasures,
  loadTotals,
  turnedAround,
} from '../../../../../src-renderer/screens/quote/cross-border/border-form.ts'
import {
  parseBorderForm,
  questionOf,
  splitName,
} from '../../../../../src-renderer/screens/quote/cross-border/border-request.ts'
import { USUAL_PICKUPS } from '../../../../../src-shared/station/booking/pickup-terms.ts'
import { borderFormOf } from '../../../../../src-renderer/screens/quote/cross-border/form-of-request.ts'
import { asked, errorsOf, filledForm, NOW } from './filled.ts'

describe('the cross-border form', () => {
  test('becomes the body of the interface, the crossing named twice and alike', () => {
    expect(asked(filledForm())).toMatchObject({
      borderCrossingLocation: 'LLB',
      customs: {
        borderCrossingLocation: 'LLB',
        origin: { firstName: 'Dana Ann', lastName: 'Whitfield', phone: '+1 312 555 0100' },
        destination: { firstName: 'Lucía', lastName: 'Treviño', email: 'lucia@example.com' },
      },
      shipperLocation: {
        name: 'Lakeshore Pump & Valve',
        stateOrProvince: 'IL',
        zipCode: '60608',
        type: 'business',
        scheduledDate: '2026-11-23T08:00',
      },
      handlingUnits: [
        {
          quantity: 2,
          products: [
            {
              selectedPackage: { id: 1, key: 'PLT', name: 'Pallet' },
              packageType: 'pallet',
              weight: 500,
              class: 100,
              density: 9.38,
              satCode: '40151502',
            },
          ],
        },
      ],
      insuranceInfo: { insuredValue: 0 },
      parcelOptions: { appointment: 'no' },
    })
  })

  test('writes the hours of a dock with the offset of the place on that day', () => {
    const { shipperLocation, consigneeLocation } = asked(
      filledForm((form) => {
        Object.assign(form.docks.originAddress, { ready: '10:30', opens: '08:00', closes: '17:00' })
        Object.assign(form.docks.destinationAddress, { opens: '09:00', closes: '18:00', day: '2026-12-01' })
      }),
    )
    expect(shipperLocation).toMatchObject({
      readyTime: '11/23/2026 10:30 -6',
      openTime: '11/23/2026 08:00 -6',
      closeTime: '11/23/2026 17:00 -6',
      scheduledDate: '2026-11-23T10:30',
    })
    expect(consigneeLocation).toMatchObject({ openTime: '12/01/2026 09:00 -6', closeTime: '12/01/2026 18:00 -6' })
  })

  test('writes them in the zone that the clerk chose, whatever the address says', () => {
    const { shipperLocation } = asked(
      filledForm((form) =>
        Object.assign(form.docks.originAddress, { opens: '08:00', closes: '17:00', zone: 'America/Los_Angeles' }),
      ),
    )
    expect(shipperLocation.openTime).toBe('11/23/2026 08:00 -8')
  })

  test('asks for an appointment in the parcel options alone, so that it is charged once', () => {
    const input = asked(
      filledForm((form) => {
        form.docks.destinationAddress.accessorials = ['APPOINTMENT_DELIVERY', 'RESIDENTIAL_DELIVERY']
      }),
    )
    expect(input.parcelOptions).toEqual({ appointment: 'yes' })
    expect(input.consigneeLocation).toMatchObject({ accessorials: ['RESIDENTIAL_DELIVERY'], type: 'residential' })
  })

  test('sends pounds and inches whatever was typed', () => {
    const form = filledForm()
    const metric = { ...form, ...inOtherMeasures(form) }
    expect(metric.units[0]?.products[0]).toMatchObject({ weight: '226.796', length: '121.92' })
    expect(asked(metric)).toEqual(asked(form))
    expect(loadTotals(metric)).toEqual({ pieces: 2, weightLb: 1000 })
  })

  test('names customs somebody else when the clerk says so', () => {
    const { customs } = asked(
      filledForm((form) => {
        form.customs.destinationAddress = {
          isStopContact: false,
          firstName: 'Ana',
          lastName: 'Ruiz',
          phone: '+52 867 555 0100',
          email: '',
        }
      }),
    )
    expect(customs.destination).toEqual({ firstName: 'Ana', lastName: 'Ruiz', phone: '+52 867 555 0100' })
  })

  test('says at each field what is wrong with it', () => {
    const errors = errorsOf((form) => {
      form.originAddress.address1 = ''
      form.destinationAddress.country = 'US'
      form.docks.originAddress.day = '2026-11-01'
      form.docks.destinationAddress.day = '2026-10-30'
      form.insuredValue = '1,5'
      form.units[0]?.products.push({ ...emptyProduct(), satCode: 'pump' })
    })
    expect(errors).toMatchObject({
      'originAddress.address1': { key: 'field.required' },
      'destinationAddress.country': { key: 'border.oneEach' },
      'docks.originAddress.day': { key: 'field.past' },
      'docks.destinationAddress.day': { key: 'border.beforePickup' },
      insuredValue: { key: 'field.number' },
      'units.0.products.1.weight': { key: 'field.required' },
      'units.0.products.1.description': { key: 'field.required' },
      'units.0.products.1.satCode': { key: 'border.satEight' },
    })
  })

  test('asks for the crossing, the SAT code and hours that fit', () => {
    const form = filledForm((filled) => {
      const [product] = filled.units[0]?.products ?? []
      if (product) product.satCode = ''
      Object.assign(filled.docks.originAddress, { opens: '18:00', closes: '08:00' })
      Object.assign(filled.docks.destinationAddress, { opens: '08:00' })
      filled.destinationAddress.state = ''
    })
    const parsed = parseBorderForm(form, null, NOW)
    expect(parsed).toMatchObject({
      ok: false,
      errors: {
        crossing: { key: 'border.chooseCrossing' },
        'units.0.products.0.satCode': { key: 'border.satRequired' },
      },
    })
    expect(
      errorsOf((filled) => Object.assign(filled.docks.originAddress, { opens: '18:00', closes: '08:00' })),
    ).toEqual({ 'docks.originAddress.opens': { key: 'border.beforeClose' } })
  })

  test('comes back from its own request', () => {
    const form = filledForm((filled) => {
      Object.assign(filled.docks.originAddress, { ready: '10:30', closes: '17:00', references: 'PO-1, PED 4' })
      filled.docks.destinationAddress.accessorials = ['LIFTGATE_DELIVERY', 'APPOINTMENT_DELIVERY']
      filled.docks.destinationAddress.isFirstCome = true
      filled.insuredValue = '5000'
    })
    const again = borderFormOf(asked(form), NOW, USUAL_PICKUPS)
    expect(again.crossing).toBe('LLB')
    const keyless = (text: string) => text.replaceAll(/"(uuid|uid)":"[^"]*"/g, '')
    expect(keyless(questionOf(again, 'LLB'))).toBe(keyless(questionOf(form, 'LLB')))
  })
})

describe('the freight', () => {
  test('turned around changes ends; what a dock needs stays with its address', () => {
    const form = filledForm((filled) => {
      Object.assign(filled.docks.originAddress, { opens: '08:00', accessorials: ['LIFTGATE_PICKUP'] })
      filled.docks.destinationAddress.accessorials = ['RESIDENTIAL_DELIVERY', 'WHITE_GLOVE']
    })
    const turned = { ...form, ...turnedAround(form) }
    expect(turned.originAddress.city).toBe('Monterrey')
    expect(turned.docks.originAddress).toMatchObject({ day: '2026-11-23', accessorials: ['RESIDENTIAL_PICKUP'] })
    expect(turned.docks.destinationAddress).toMatchObject({ opens: '08:00', accessorials: ['LIFTGATE_DELIVERY'] })
    expect(asked(turned).customs.origin).toMatchObject({ firstName: 'Lucía' })
  })

  test('a copied unit is another one', () => {
    const [unit] = filledForm().units
    if (!unit) throw new Error('no unit')
    const copy = copiedUnit(unit)
    expect(copy.key).not.toBe(unit.key)
    expect(copy.products[0]).toMatchObject({ description: 'Pumps', weight: '500' })
  })
})

test.each([
  ['Dana Whitfield', { firstName: 'Dana', lastName: 'Whitfield' }],
  ['  Ana  María Ruiz ', { firstName: 'Ana María', lastName: 'Ruiz' }],
  ['Dispatch', { firstName: 'Dispatch', lastName: '' }],
  ['', { firstName: '', lastName: '' }],
])('the name %j is a first and a last one', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
})
