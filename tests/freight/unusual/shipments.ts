/** Details of a shipment in another service's manner, and what its page shows. */
interface UnusualDetail {
  readonly name: string
  readonly fields: Record<string, unknown>
  readonly expects: Readonly<Record<string, unknown>>
}

export const unusualDetails: readonly UnusualDetail[] = [
  {
    name: 'the first day of the calendar is no delivery',
    fields: { actualDelivery: '0001-01-01T00:00:00', actualPickup: '0000-00-00' },
    expects: { actualDelivery: undefined, actualPickup: undefined },
  },
  {
    name: 'times as seconds and as thousandths',
    fields: { createdAt: 1_790_000_000, updatedAt: 1_790_000_000_000 },
    expects: { createdAt: '2026-09-21T14:13:20.000Z', updatedAt: '2026-09-21T14:13:20.000Z' },
  },
  {
    name: 'times in the old manner of one large house',
    fields: { createdAt: '/Date(1790000000000)/' },
    expects: { createdAt: '2026-09-21T14:13:20.000Z' },
  },
  {
    name: 'a status with hyphens',
    fields: { status: 'out-for-delivery' },
    expects: { status: 'OUT_FOR_DELIVERY' },
  },
  {
    name: 'a status in one run of letters',
    fields: { status: 'PickedUp' },
    expects: { status: 'PICKED_UP' },
  },
  {
    name: 'the number zero where there is no tracking number yet',
    fields: { trackingNumber: 'N/A', proNumber: 0 },
    expects: { shipmentId: 'SHP-1' },
  },
  {
    // Beside no currency it would be taken for dollars: 412.50 MXN must not be.
    name: 'a price with a currency in one text is no price',
    fields: { totalCost: '412.50 USD', currency: null },
    expects: { totalCost: undefined },
  },
]

/** Lists in other wrappings: each holds exactly the shipment SHP-1. */
interface UnusualList {
  readonly name: string
  readonly body: unknown
}

const row = {
  shipmentId: 'SHP-1',
  trackingNumber: 'TRK1',
  status: 'PENDING',
  totalCost: 100,
  currency: 'USD',
  createdAt: '2026-11-01T08:00:00Z',
}

export const unusualLists: readonly UnusualList[] = [
  {
    name: 'the rows one step deeper',
    body: { success: true, data: { shipments: [row], pagination: { page: 1, hasNext: false } } },
  },
  { name: 'the rows as items', body: { success: true, data: { items: [row], total: 1 } } },
  { name: 'a bare list', body: [row] },
  { name: 'one row that is no list', body: { success: true, data: row } },
  { name: 'a null among the rows', body: { success: true, data: [null, row] } },
  {
    name: 'pages as texts',
    body: { success: true, data: [row], meta: { pagination: { page: '1', pages: '1', hasNext: 'false' } } },
  },
]
