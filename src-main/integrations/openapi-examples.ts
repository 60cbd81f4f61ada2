import { commands, type CommandName } from '../../src-shared/station/commands.ts'

const ORIGIN = {
  address1: '1201 Santa Maria Ave',
  city: 'Laredo',
  state: 'TX',
  postalCode: '78040',
  country: 'US',
} as const
const DESTINATION = {
  address1: '200 N LaSalle St',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
  country: 'US',
} as const
const cargoOf = (description: string) => [{ weight: 500, length: 48, width: 40, height: 36, quantity: 2, description }]

/** A direct booking of these goods; always under one submission id. */
export const directBooking = (description: string) => ({
  kind: 'direct' as const,
  submissionId: 'erp-order-1001',
  request: {
    originAddress: ORIGIN,
    destinationAddress: DESTINATION,
    cargo: cargoOf(description),
    service: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
    shipperInfo: { companyName: 'Acme Machine' },
    consigneeInfo: { companyName: 'Globex Corporation' },
    reference: 'ORDER-1001',
  },
})

/** Inputs that docs/api.md shows, and a test gives. */
export const SHOWN = {
  'station.state': {},
  'quotes.request': { originAddress: ORIGIN, destinationAddress: DESTINATION, cargo: cargoOf('Machine parts') },
  'orders.add': {
    orders: [
      {
        reference: 'ORDER-2001',
        originAddress: ORIGIN,
        destinationAddress: { companyName: 'Globex', ...DESTINATION },
        cargo: cargoOf('Machine parts'),
      },
    ],
  },
  'bookings.submit': directBooking('Machine parts'),
  'bookings.list': { text: 'ORDER-1001' },
} as const satisfies Partial<Record<CommandName, object>>

/** What fields of one meaning hold in every command. */
const VALUES: Readonly<Record<string, unknown>> = {
  addressId: 'adr_01',
  batchId: 'bat_01',
  bookingId: 'bkg_01',
  changeId: 'chg_01',
  code: 'ORDER-1001',
  codes: ['ORDER-1001', 'ORDER-1002'],
  documentId: 'doc_01',
  id: 'quo_01',
  jobId: 'job_01',
  listId: 'lst_01',
  manifestId: 'man_01',
  orderId: 'ord_01',
  printerId: 'prn_01',
  quoteId: 'quo_01',
  reference: 'ORDER-1001',
  shipmentId: 'shp_01',
  text: 'Chicago',
}

/** An input that the command's schema takes; null: none can be made without inventing what it means. */
export function exampleOf(name: CommandName, required: readonly string[]): object | null {
  const shown = Object.entries(SHOWN).find(([command]) => command === name)?.[1]
  const example = shown ?? Object.fromEntries(required.map((field) => [field, VALUES[field]]))
  return commands[name].input.safeParse(example).success ? example : null
}
