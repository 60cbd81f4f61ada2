import { FREIGHT_CLASSES } from '../../../../src-shared/freight/cargo.ts'
import { pickupDayOr } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import type { CrossBorderQuoteInput } from '../../../../src-shared/station/quote/crossborder.ts'
import { SIDE_OF_STOP } from './border-errors.ts'
import {
  CONDITIONS,
  emptyBorderForm,
  emptyProduct,
  emptyUnit,
  PACKAGES,
  productDensity,
  type BorderForm,
  type ProductForm,
} from './border-form.ts'
import { wallOf } from './stops/dock-zone.ts'

/** The form that a request was made from, to be asked again or changed. */
export function borderFormOf(request: CrossBorderQuoteInput, now: Date, pickups: PickupTerms): BorderForm {
  const form = emptyBorderForm(now, pickups)
  const ends = { shipperLocation: request.shipperLocation, consigneeLocation: request.consigneeLocation }
  for (const name of ['shipperLocation', 'consigneeLocation'] as const) {
    const [stop, side] = [ends[name], SIDE_OF_STOP[name]]
    const { accessorials = [], references = [] } = stop
    form[side] = {
      ...form[side],
      companyName: stop.name ?? '',
      address1: stop.address1,
      address2: stop.address4 ?? '',
      city: stop.city,
      state: stop.stateOrProvince,
      postalCode: stop.zipCode,
      country: stop.country,
      contactName: [stop.contactFirstName, stop.contactLastName].filter(Boolean).join(' '),
      phone: stop.phone ?? '',
      email: stop.email ?? '',
    }
    const [ready, opens, closes] = [stop.readyTime, stop.openTime, stop.closeTime].map((text) => wallOf(text ?? ''))
    form.docks[side] = {
      day: stop.scheduledDate?.slice(0, 10) ?? opens?.day ?? closes?.day ?? ready?.day ?? form.docks[side].day,
      ready: ready?.time ?? '',
      opens: opens?.time ?? '',
      closes: closes?.time ?? '',
      zone: '',
      accessorials: [
        ...accessorials,
        ...(side === 'destinationAddress' && request.parcelOptions?.appointment === 'yes'
          ? ['APPOINTMENT_DELIVERY' as const]
          : []),
      ],
      isLimitedAccess: stop.limitedAccess ?? false,
      isFirstCome: stop.firstComeFirstServe ?? false,
      references: references.filter((text) => typeof text === 'string').join(', '),
    }
    const contact = request.customs[side === 'originAddress' ? 'origin' : 'destination'] ?? {}
    const { firstName = '', lastName = '', email = '', phone = '' } = contact
    const isStopContact =
      [firstName, lastName].filter(Boolean).join(' ') === form[side].contactName &&
      email === form[side].email &&
      phone === form[side].phone
    form.customs[side] = isStopContact
      ? { ...form.customs[side], isStopContact }
      : { isStopContact, firstName, lastName, email, phone }
  }
  // A day that has passed cannot be asked for again.
  form.docks.originAddress.day = pickupDayOr(form.docks.originAddress.day, form.originAddress, now, pickups)
  if (form.docks.destinationAddress.day < form.docks.originAddress.day) form.docks.destinationAddress.day = ''
  form.crossing = request.borderCrossingLocation
  form.insuredValue = request.insuranceInfo?.insuredValue ? String(request.insuranceInfo.insuredValue) : ''
  form.units = request.handlingUnits.map(({ quantity, products }) => ({
    ...emptyUnit(),
    quantity: String(quantity),
    products: products.map(productForm),
  }))
  return form
}

function productForm(product: CrossBorderQuoteInput['handlingUnits'][number]['products'][number]): ProductForm {
  const blank = emptyProduct()
  const form: ProductForm = {
    ...blank,
    pack: PACKAGES.find(({ key }) => key === product.selectedPackage?.key)?.key ?? blank.pack,
    description: product.description,
    quantity: String(product.quantity),
    weight: String(product.weight),
    length: String(product.length),
    width: String(product.width),
    height: String(product.height),
    condition: CONDITIONS.find((word) => word === product.condition) ?? blank.condition,
    isHazmat: product.isHazmat ?? false,
    isStackable: product.stackable ?? false,
    needsCare: product.additionalHandling ?? false,
    satCode: product.satCode,
  }
  const freightClass = FREIGHT_CLASSES.find((text) => Number(text) === product.class)
  const isByDensity = freightClass === undefined || productDensity(form, 'imperial')?.freightClass === freightClass
  return { ...form, freightClass: isByDensity ? 'density' : freightClass }
}
