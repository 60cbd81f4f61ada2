import type { Accessorial } from '../../src-shared/freight/accessorial.ts'
import type { Address } from '../../src-shared/freight/address.ts'
import type { Cargo } from '../../src-shared/freight/cargo.ts'
import type { ShipmentStatus } from '../../src-shared/freight/shipment.ts'
import type { ExceptionCode } from '../../src-shared/freight/tracking.ts'

/** A shipment to book as a sample, the state it should be found in, and what goes wrong with it. */
export interface SampleShipment {
  state: ShipmentStatus
  exception?: ExceptionCode
  from: Address
  to: Address
  cargo: Cargo[]
  accessorials?: Accessorial[]
  provider: string
  service: string
}

function address(
  companyName: string,
  contactName: string,
  address1: string,
  city: string,
  state: string,
  postalCode: string,
  country: 'US' | 'MX' | 'CA' = 'US',
): Address {
  return { companyName, contactName, address1, city, state, postalCode, country }
}

function pallets(
  description: string,
  quantity: number,
  weight: number,
  height: number,
  more: Partial<Cargo> = {},
): Cargo {
  return { description, quantity, weight, length: 48, width: 40, height, ...more }
}

function carton(description: string, quantity: number, weight: number, side: number): Cargo {
  return { description, quantity, weight, length: side, width: side, height: side }
}

const PUMPS = address('Lakeshore Pump & Valve', 'Dana Whitfield', '2210 S Ashland Ave', 'Chicago', 'IL', '60608')
const TILE = address('Sierra Tile Works', 'Marco Ibarra', '840 W Industrial Blvd', 'Phoenix', 'AZ', '85043')
const SEEDS = address('Prairie Gold Seed Co', 'Ellen Voss', '1175 Grain Elevator Rd', 'Omaha', 'NE', '68110')
const LAMPS = address('Harbor & Oak Lighting', 'Priya Raman', '55 Commerce St', 'Newark', 'NJ', '07114')
const PARTS = address('Tres Puentes Autopartes', 'Lucía Treviño', '9301 Mines Rd', 'Laredo', 'TX', '78045')
const MAPLE = address('Maple Ridge Furniture', 'Owen Tremblay', '3405 Furniture Ave', 'Greensboro', 'NC', '27409')

const DALLAS = address('Brightwater Irrigation', 'Sam Okafor', '1800 Irving Blvd', 'Dallas', 'TX', '75212')
const SEATTLE = address('Cascade Home Supply', 'Ingrid Solberg', '612 S Lucile St', 'Seattle', 'WA', '98108')
const ATLANTA = address(
  'Peachtree Store Fixtures',
  'Darnell Hughes',
  '4150 Fulton Industrial Blvd',
  'Atlanta',
  'GA',
  '30336',
)
const DENVER = address('Front Range Mechanical', 'Kayla Jensen', '5050 Race St', 'Denver', 'CO', '80216')
const BOSTON = address('Back Bay Restaurant Supply', 'Tom Carney', '90 Border St', 'Boston', 'MA', '02128')
const MIAMI = address('Biscayne Marine Outfitters', 'Rosa Delgado', '8700 NW 36th St', 'Miami', 'FL', '33178')
const PORTLAND = address('Willamette Cycle Works', 'Ben Hartley', '7301 NE Columbia Blvd', 'Portland', 'OR', '97218')
const TORONTO = address('Queen Street Kitchens', 'Amélie Roy', '230 Front St W', 'Toronto', 'ON', 'M5V2T6', 'CA')
const VEGAS = address('Desert Bloom Events', 'Carla Nuñez', '4400 N Las Vegas Blvd', 'Las Vegas', 'NV', '89115')
const FARM = address('Hollis Family Farm', 'June Hollis', '20150 County Road 12', 'Fargo', 'ND', '58102')
const MONTERREY = address(
  'Válvulas del Norte',
  'Jorge Cantú',
  'Av. Constitución 1500',
  'Monterrey',
  'NLE',
  '64000',
  'MX',
)
const QUERETARO = address(
  'Electro Bajío',
  'Paola Reséndiz',
  'Blvd. Bernardo Quintana 300',
  'Querétaro',
  'QUE',
  '76000',
  'MX',
)

/** Two dozen shipments in every state a shipment can be in. */
export const SAMPLE_SHIPMENTS: readonly SampleShipment[] = [
  {
    state: 'PENDING',
    from: PUMPS,
    to: DALLAS,
    cargo: [pallets('Irrigation pumps', 2, 640, 46)],
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
  },
  {
    state: 'PENDING',
    from: LAMPS,
    to: BOSTON,
    cargo: [carton('Pendant lamps', 4, 18, 16)],
    provider: 'Tern Parcel',
    service: 'PARCEL_GROUND',
  },
  {
    state: 'PICKUP_SCHEDULED',
    from: TILE,
    to: DENVER,
    cargo: [pallets('Porcelain floor tile', 4, 1_850, 30, { freightClass: '55' })],
    provider: 'Pacific Crest',
    service: 'LTL_PRIORITY',
  },
  {
    state: 'PICKUP_SCHEDULED',
    from: MAPLE,
    to: ATLANTA,
    cargo: [pallets('Upholstered chairs', 3, 260, 82, { freightClass: '175' })],
    accessorials: ['LIFTGATE_DELIVERY', 'APPOINTMENT_DELIVERY'],
    provider: 'Union Vale',
    service: 'LTL_STANDARD',
  },
  {
    state: 'PICKUP_SCHEDULED',
    from: SEEDS,
    to: FARM,
    cargo: [pallets('Bagged seed corn', 6, 1_400, 44)],
    accessorials: ['RESIDENTIAL_DELIVERY', 'LIFTGATE_DELIVERY'],
    provider: 'Great Basin Lines',
    service: 'LTL_STANDARD',
  },
  {
    state: 'PICKED_UP',
    from: PARTS,
    to: SEATTLE,
    cargo: [pallets('Brake assemblies', 3, 980, 40)],
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
  },
  {
    state: 'PICKED_UP',
    from: LAMPS,
    to: PORTLAND,
    cargo: [pallets('Street lamp heads', 2, 410, 60)],
    provider: 'Cumberland Motor',
    service: 'LTL_ECONOMY',
  },
  {
    state: 'IN_TRANSIT',
    from: TILE,
    to: MIAMI,
    cargo: [pallets('Glazed wall tile', 5, 1_700, 28, { freightClass: '55' })],
    provider: 'Union Vale',
    service: 'LTL_STANDARD',
  },
  {
    state: 'IN_TRANSIT',
    from: MAPLE,
    to: SEATTLE,
    cargo: [pallets('Dining tables, knocked down', 2, 520, 50)],
    accessorials: ['INSIDE_DELIVERY'],
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
  },
  {
    state: 'IN_TRANSIT',
    from: PUMPS,
    to: VEGAS,
    cargo: [pallets('Fountain pumps', 1, 380, 42)],
    provider: 'Great Basin Lines',
    service: 'LTL_PRIORITY',
  },
  {
    state: 'IN_TRANSIT',
    from: MONTERREY,
    to: QUERETARO,
    cargo: [pallets('Válvulas de bola', 3, 900, 38, { satCode: '40141600' })],
    provider: 'Union Vale',
    service: 'LTL_STANDARD',
  },
  {
    state: 'IN_TRANSIT',
    from: SEEDS,
    to: DENVER,
    cargo: [carton('Seed samples', 6, 22, 14)],
    provider: 'Juniper Express',
    service: 'PARCEL_GROUND',
  },
  {
    state: 'OUT_FOR_DELIVERY',
    from: LAMPS,
    to: ATLANTA,
    cargo: [pallets('Track lighting', 1, 290, 48)],
    provider: 'Northline Freight',
    service: 'LTL_GUARANTEED',
  },
  {
    state: 'OUT_FOR_DELIVERY',
    from: PARTS,
    to: DALLAS,
    cargo: [pallets('Alternators', 4, 1_150, 36)],
    provider: 'Union Vale',
    service: 'LTL_GUARANTEED',
  },
  {
    state: 'EXCEPTION',
    exception: '001',
    from: PUMPS,
    to: FARM,
    cargo: [pallets('Well pump', 1, 330, 40)],
    accessorials: ['RESIDENTIAL_DELIVERY'],
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
  },
  {
    state: 'EXCEPTION',
    exception: '004',
    from: SEEDS,
    to: BOSTON,
    cargo: [pallets('Bird seed', 2, 1_200, 40)],
    provider: 'Cumberland Motor',
    service: 'LTL_STANDARD',
  },
  {
    state: 'EXCEPTION',
    exception: '005',
    from: TILE,
    to: PORTLAND,
    cargo: [pallets('Mosaic sheets', 2, 1_300, 26)],
    provider: 'Pacific Crest',
    service: 'LTL_STANDARD',
  },
  {
    state: 'EXCEPTION',
    exception: '006',
    from: PUMPS,
    to: TORONTO,
    cargo: [pallets('Dishwasher pumps', 1, 450, 44)],
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
  },
  {
    state: 'EXCEPTION',
    exception: '008',
    from: MAPLE,
    to: MIAMI,
    cargo: [pallets('Display cabinets', 2, 310, 78)],
    accessorials: ['WHITE_GLOVE'],
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
  },
  {
    state: 'DELIVERED',
    from: PUMPS,
    to: DENVER,
    cargo: [pallets('Boiler feed pumps', 2, 720, 48)],
    provider: 'Great Basin Lines',
    service: 'LTL_STANDARD',
  },
  {
    state: 'DELIVERED',
    from: LAMPS,
    to: BOSTON,
    cargo: [carton('Desk lamps', 8, 9, 14)],
    provider: 'Tern Parcel',
    service: 'PARCEL_TWO_DAY',
  },
  {
    state: 'DELIVERED',
    exception: '003',
    from: MAPLE,
    to: DALLAS,
    cargo: [pallets('Office desks', 4, 340, 60)],
    provider: 'Union Vale',
    service: 'LTL_ECONOMY',
  },
  {
    state: 'DELIVERED',
    from: PARTS,
    to: MIAMI,
    cargo: [pallets('Radiators', 3, 610, 52)],
    provider: 'Cumberland Motor',
    service: 'LTL_STANDARD',
  },
  {
    state: 'RETURNED',
    exception: '007',
    from: SEEDS,
    to: ATLANTA,
    cargo: [pallets('Lawn seed', 1, 1_050, 42)],
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
  },
]
