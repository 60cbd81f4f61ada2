import { ACCESSORIALS, type Accessorial } from '../../src-shared/freight/accessorial.ts'
import type { Address } from '../../src-shared/freight/address.ts'
import { FREIGHT_CLASSES, type Cargo } from '../../src-shared/freight/cargo.ts'
import type { CrossborderQuoteRequest, Stop } from '../../src-shared/freight/crossborder-quote.ts'
import { FreightFailure } from '../http/failure.ts'
import { checkAddress, type AddressField } from '../locations/check-address.ts'
import type { Location } from '../locations/location.ts'
import type { Locations } from '../locations/locations.ts'
import { loadOf, type Load } from '../rating/load.ts'
import { crossingOf, type Crossing } from './crossings.ts'

/** A cross-border request as carriers see it: one load to the border, another one from there. */
export interface CrossborderLoad {
  origin: { address: Address; location: Location }
  destination: { address: Address; location: Location }
  cargo: Cargo[]
  crossing: Crossing
  toBorder: Load
  fromBorder: Load
  /** How many different SAT codes customs have to see. */
  tariffLines: number
  /** Pieces that ask for care of their own. */
  carefulPieces: number
  limitedStops: number
}

/** @throws FreightFailure INVALID_ADDRESS, its field under shipperLocation or consigneeLocation. */
export function crossborderLoadOf(locations: Locations, request: CrossborderQuoteRequest): CrossborderLoad {
  const { shipperLocation, consigneeLocation } = request
  const origin = checkedStop(locations, 'shipperLocation', shipperLocation)
  const destination = checkedStop(locations, 'consigneeLocation', consigneeLocation)
  const crossing = crossingOf(locations, request.borderCrossingLocation)
  const cargo = cargoOf(request)
  const insuranceAmount = request.insuranceInfo?.insuredValue
  const products = request.handlingUnits.flatMap((unit) => unit.products.map((product) => ({ unit, product })))
  return {
    origin,
    destination,
    cargo,
    crossing,
    toBorder: loadOf(origin.location, crossing[shipperLocation.country], {
      cargo,
      insuranceAmount,
      accessorials: accessorialsOf(shipperLocation, 'RESIDENTIAL_PICKUP'),
    }),
    fromBorder: loadOf(crossing[consigneeLocation.country], destination.location, {
      cargo,
      insuranceAmount,
      accessorials: [
        ...accessorialsOf(consigneeLocation, 'RESIDENTIAL_DELIVERY'),
        ...(request.parcelOptions?.appointment?.toLowerCase() === 'yes' ? ['APPOINTMENT_DELIVERY' as const] : []),
      ],
    }),
    tariffLines: new Set(products.map(({ product }) => product.satCode)).size,
    carefulPieces: products
      .filter(({ product }) => product.additionalHandling === true)
      .reduce((sum, { unit, product }) => sum + unit.quantity * product.quantity, 0),
    limitedStops: [shipperLocation, consigneeLocation].filter(({ limitedAccess }) => limitedAccess === true).length,
  }
}

/** Each product of each handling unit as a cargo line: weight and dimensions of one, and how many in all. */
function cargoOf({ handlingUnits }: CrossborderQuoteRequest): Cargo[] {
  return handlingUnits.flatMap((unit) =>
    unit.products.map((product) => {
      const freightClass = FREIGHT_CLASSES.find((text) => Number(text) === product.class)
      return {
        weight: product.weight,
        length: product.length,
        width: product.width,
        height: product.height,
        quantity: unit.quantity * product.quantity,
        description: product.description,
        satCode: product.satCode,
        hazmat: product.isHazmat ?? false,
        ...(freightClass === undefined ? {} : { freightClass }),
      }
    }),
  )
}

function accessorialsOf({ accessorials = [], type }: Stop, residential: Accessorial): Accessorial[] {
  const wanted = type?.toLowerCase() === 'residential' ? [...accessorials, residential] : accessorials
  return ACCESSORIALS.filter((code) => wanted.includes(code))
}

const ADDRESS_FIELDS = { shipperLocation: 'originAddress', consigneeLocation: 'destinationAddress' } as const
/** The stop's names of the fields of an address. */
const STOP_NAMES = new Map([
  ['postalCode', 'zipCode'],
  ['state', 'stateOrProvince'],
])

function checkedStop(locations: Locations, stopField: keyof typeof ADDRESS_FIELDS, stop: Stop) {
  const address = addressOf(stop)
  const addressField: AddressField = ADDRESS_FIELDS[stopField]
  try {
    return { address, location: checkAddress(locations, addressField, address).location }
  } catch (cause) {
    if (!(cause instanceof FreightFailure)) throw cause
    const name = String(cause.details['field']).slice(addressField.length + 1)
    const field = `${stopField}.${STOP_NAMES.get(name) ?? name}`
    throw new FreightFailure(cause.code, cause.message, { ...cause.details, field })
  }
}

/** A stop as an address of the domestic interface, which is how a shipment is kept. */
function addressOf(stop: Stop): Address {
  const contactName = [stop.contactFirstName, stop.contactLastName].filter(Boolean).join(' ')
  return {
    address1: stop.address1,
    address2: stop.address4,
    city: stop.city,
    state: stop.stateOrProvince,
    postalCode: stop.zipCode,
    country: stop.country,
    companyName: stop.name,
    contactName: contactName === '' ? undefined : contactName,
    phone: stop.phone,
    email: stop.email,
  }
}
