import {
  emptyBorderForm,
  emptyProduct,
  emptyUnit,
  type BorderForm,
} from '../../../../../src-renderer/screens/quote/cross-border/border-form.ts'
import { USUAL_PICKUPS } from '../../../../../src-shared/station/booking/pickup-terms.ts'
import type { CrossBorderQuote, CrossBorderRate } from '../../../../../src-shared/station/quote/crossborder.ts'
import { parseBorderForm } from '../../../../../src-renderer/screens/quote/cross-border/border-request.ts'

/** A Friday. */
export const NOW = new Date('2026-11-20T15:00:00Z')

/** Two pallets of pumps from Chicago to Monterrey. */
export function filledForm(change: (form: BorderForm) => void = () => undefined): BorderForm {
  const form = emptyBorderForm(NOW, USUAL_PICKUPS)
  Object.assign(form.originAddress, {
    companyName: 'Lakeshore Pump & Valve',
    address1: '2210 S Ashland Ave',
    city: 'Chicago',
    state: 'il',
    postalCode: '60608',
    contactName: 'Dana Ann Whitfield',
    phone: '+1 312 555 0100',
  })
  Object.assign(form.destinationAddress, {
    companyName: 'Bombas del Norte',
    address1: 'Av. Madero 1200',
    city: 'Monterrey',
    state: 'NLE',
    postalCode: '64000',
    contactName: 'Lucía Treviño',
    email: 'lucia@example.com',
  })
  form.docks.originAddress.day = '2026-11-23'
  form.units = [
    {
      ...emptyUnit(),
      quantity: '2',
      products: [
        {
          ...emptyProduct(),
          description: 'Pumps',
          weight: '500',
          length: '48',
          width: '40',
          height: '48',
          satCode: '40151502',
        },
      ],
    },
  ]
  change(form)
  return form
}

/** The form as it is asked; throws where it has errors. */
export function asked(form: BorderForm) {
  const parsed = parseBorderForm(form, 'LLB', NOW)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.input
}

export function errorsOf(change: (form: BorderForm) => void) {
  const parsed = parseBorderForm(filledForm(change), 'LLB', NOW)
  return parsed.ok ? {} : parsed.errors
}

export function rate(change: Partial<CrossBorderRate> = {}): CrossBorderRate {
  return {
    rateId: 'r1',
    quoteId: 'r1',
    serviceType: 'standard',
    total: { minor: 92_568, currency: 'USD' },
    transitDays: { from: 8, to: 10 },
    moves: [
      { carrierName: 'Great Basin Lines', scac: 'GBSL', pickupDate: '2026-11-23', deliveryDate: '2026-11-30' },
      { carrierName: 'Transfer Garza Morena', scac: 'TGMO', pickupDate: '2026-11-30', deliveryDate: '2026-12-02' },
      { carrierName: 'Ruta Mezquite', scac: 'RMZQ', pickupDate: '2026-12-02', deliveryDate: '2026-12-04' },
    ],
    ...change,
  }
}

export function quoteOf(form: BorderForm, rates: CrossBorderRate[] = [rate()]): CrossBorderQuote {
  return {
    id: 'qte-1',
    kind: 'crossborder',
    loadId: 'LD-1',
    bolNumber: null,
    rates,
    requestedAt: '2026-11-20T15:00:00.000Z',
    expiresAt: '2026-11-20T16:00:00.000Z',
    request: asked(form),
  }
}
