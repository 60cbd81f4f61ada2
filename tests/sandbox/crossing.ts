import { z } from 'zod'
import {
  crossborderQuoteResponseSchema,
  type BorderCrossing,
  type CrossborderQuoteElement,
  type CrossborderQuoteRequest,
} from '../../src-shared/freight/crossborder-quote.ts'
import type { RunningService } from './service.ts'

export const STOPS = {
  chicago: {
    address1: '2210 S Ashland Ave',
    city: 'Chicago',
    stateOrProvince: 'IL',
    zipCode: '60608',
    country: 'US',
    name: 'Lakeshore Pump & Valve',
    contactFirstName: 'Dana',
    contactLastName: 'Whitfield',
    type: 'business',
  },
  losAngeles: { address1: '900 E 8th St', city: 'Los Angeles', stateOrProvince: 'CA', zipCode: '90021', country: 'US' },
  monterrey: {
    address1: 'Av. Madero 1200',
    city: 'Monterrey',
    stateOrProvince: 'NLE',
    zipCode: '64000',
    country: 'MX',
    name: 'Bombas del Norte',
    contactFirstName: 'Lucía',
    contactLastName: 'Treviño',
    phone: '+52 81 5550 0100',
    type: 'business',
  },
  chihuahua: { address1: 'Calle 4a 210', city: 'Chihuahua', stateOrProvince: 'CHH', zipCode: '31000', country: 'MX' },
} as const satisfies Record<string, CrossborderQuoteRequest['shipperLocation']>

/** Two pallets of pumps from Chicago to Monterrey by Laredo. */
export function crossingRequest(changes: Partial<CrossborderQuoteRequest> = {}): CrossborderQuoteRequest {
  const borderCrossingLocation = changes.borderCrossingLocation ?? 'LLB'
  return {
    borderCrossingLocation,
    shipperLocation: STOPS.chicago,
    consigneeLocation: STOPS.monterrey,
    handlingUnits: [
      {
        quantity: 2,
        uuid: 'a3f6',
        transform: false,
        products: [
          {
            selectedPackage: { id: 1, key: 'PLT', name: 'Pallet' },
            packageType: 'pallet',
            description: 'Pumps',
            quantity: 1,
            weight: 500,
            length: 48,
            width: 40,
            height: 48,
            class: 85,
            condition: 'used',
            isHazmat: false,
            stackable: false,
            satCode: '01010101',
          },
        ],
      },
    ],
    insuranceInfo: { insuredValue: 0 },
    customs: {
      borderCrossingLocation,
      origin: { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com', phone: '+1 956 555 0100' },
      destination: { firstName: 'Luis', lastName: 'Soto', email: 'luis@example.com', phone: '+52 867 555 0100' },
    },
    parcelOptions: { appointment: 'no' },
    usePublicApi: true,
    ...changes,
  }
}

export interface Crossing {
  loadId: string
  bolNumber: string
  quotes: CrossborderQuoteElement[]
  /** The cheapest of that service type. */
  cheapest(serviceType: 'standard' | 'expedited'): CrossborderQuoteElement
}

export async function crossingQuoted(
  service: RunningService,
  changes: Partial<CrossborderQuoteRequest> = {},
): Promise<Crossing> {
  const { body } = await service.post('/quote-crossborder', crossingRequest(changes))
  const { quotes, loadId, bolNumber } = crossborderQuoteResponseSchema.parse(body).quotes
  return {
    loadId,
    bolNumber: z.string().parse(bolNumber),
    quotes,
    cheapest: (serviceType) => {
      const found = quotes.find((quote) => quote.serviceType === serviceType)
      if (!found) throw new Error(`no ${serviceType} quote`)
      return found
    },
  }
}

/** The same stops with the border crossed there. */
export async function standardTotal(
  service: RunningService,
  borderCrossingLocation: BorderCrossing,
  stops: Pick<CrossborderQuoteRequest, 'shipperLocation' | 'consigneeLocation'>,
): Promise<number> {
  return (await crossingQuoted(service, { ...stops, borderCrossingLocation })).cheapest('standard').total
}
