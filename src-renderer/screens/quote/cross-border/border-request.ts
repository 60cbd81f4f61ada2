import type { Accessorial } from '../../../../src-shared/freight/accessorial.ts'
import type { BorderCrossing } from '../../../../src-shared/freight/crossborder-quote.ts'
import {
  crossBorderQuoteInputSchema,
  type CrossBorderQuoteInput,
} from '../../../../src-shared/station/quote/crossborder.ts'
import { stateCode } from '../../../../src-shared/station/addresses/state-name.ts'
import { pickupCalendar } from '../../../../src-shared/station/booking/pickup-day.ts'
import { zoneOfAddress } from '../../../../src-shared/station/place-zone.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'
import type { AddressForm } from '../address/address-form.ts'
import type { Measures } from '../measures.ts'
import { ADDRESS_SIDES, type AddressSide } from '../../../../src-shared/station/quote/quote.ts'
import { borderFieldErrors } from './border-errors.ts'
import {
  PACKAGES,
  productDensity,
  productMeasures,
  type BorderForm,
  type ContactForm,
  type DockForm,
  type ProductForm,
} from './border-form.ts'
import { writeDockTime } from './stops/dock-zone.ts'

const given = (text: string) => text.trim() || undefined

/** "Ana María Ruiz" as a first and a last name: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''), lastName: words.slice(1).at(-1) ?? '' }
}

/** The zone of a dock's times; null while the address does not determine it. */
export function zoneOfDock(address: AddressForm, dock: DockForm): string | null {
  return dock.zone || zoneOfAddress(address)
}

function stopInput(address: AddressForm, dock: DockForm, side: AddressSide, pickupDay: string) {
  const { firstName, lastName } = splitName(address.contactName)
  const zone = zoneOfDock(address, dock)
  const day = dock.day || pickupDay
  const time = (text: string) => (text && zone ? (writeDockTime(day, text, zone) ?? undefined) : undefined)
  const residential: Accessorial = side === 'originAddress' ? 'RESIDENTIAL_PICKUP' : 'RESIDENTIAL_DELIVERY'
  return {
    // An appointment is asked for in the parcel options, and so that it is charged once, there alone.
    accessorials: dock.accessorials.filter((code) => code !== 'APPOINTMENT_DELIVERY'),
    address1: address.address1,
    address4: given(address.address2),
    city: address.city,
    stateOrProvince: stateCode(address.country, address.state),
    zipCode: address.postalCode,
    country: address.country,
    contactFirstName: given(firstName),
    contactLastName: given(lastName),
    phone: given(address.phone),
    email: given(address.email),
    name: given(address.companyName),
    type: dock.accessorials.includes(residential) ? 'residential' : 'business',
    limitedAccess: dock.isLimitedAccess,
    openTime: time(dock.opens),
    closeTime: time(dock.closes),
    references: dock.references.split(',').flatMap((text) => given(text) ?? []),
    ...(side === 'originAddress'
      ? { readyTime: time(dock.ready), scheduledDate: `${day}T${dock.ready || dock.opens || '08:00'}` }
      : { firstComeFirstServe: dock.isFirstCome }),
  }
}

function contactInput(contact: ContactForm, address: AddressForm) {
  const { firstName, lastName, email, phone } = contact.isStopContact
    ? { ...splitName(address.contactName), email: address.email, phone: address.phone }
    : contact
  return { firstName: given(firstName), lastName: given(lastName), email: given(email), phone: given(phone) }
}

function productInput(product: ProductForm, measures: Measures) {
  const density = productDensity(product, measures)
  const freightClass = product.freightClass === 'density' ? density?.freightClass : product.freightClass
  const selectedPackage = PACKAGES.find(({ key }) => key === product.pack)
  return {
    selectedPackage,
    packageType: selectedPackage?.name.toLowerCase(),
    description: product.description,
    quantity: parseNumber(product.quantity),
    ...productMeasures(product, measures),
    class: freightClass === undefined ? undefined : Number(freightClass),
    condition: product.condition,
    isHazmat: product.isHazmat,
    stackable: product.isStackable,
    additionalHandling: product.needsCare,
    satCode: product.satCode.trim(),
    density: density ? Math.round(density.pcf * 100) / 100 : undefined,
    uid: product.key,
  }
}

/** The body of the interface as the form has it, not checked yet. */
function requestOf(form: BorderForm, crossing: BorderCrossing | null) {
  const { originAddress, destinationAddress, docks, customs } = form
  const pickupDay = docks.originAddress.day
  return {
    borderCrossingLocation: crossing,
    shipperLocation: stopInput(originAddress, docks.originAddress, 'originAddress', pickupDay),
    consigneeLocation: stopInput(destinationAddress, docks.destinationAddress, 'destinationAddress', pickupDay),
    handlingUnits: form.units.map((unit) => ({
      quantity: parseNumber(unit.quantity),
      uuid: unit.key,
      transform: false,
      products: unit.products.map((product) => productInput(product, form.measures)),
    })),
    insuranceInfo: { insuredValue: parseNumber(form.insuredValue) ?? 0 },
    customs: {
      borderCrossingLocation: crossing,
      origin: contactInput(customs.originAddress, originAddress),
      destination: contactInput(customs.destinationAddress, destinationAddress),
    },
    parcelOptions: {
      appointment: docks.destinationAddress.accessorials.includes('APPOINTMENT_DELIVERY') ? 'yes' : 'no',
    },
    usePublicApi: true,
  }
}

/** The question that a form asks: two alike are the same question, whatever else is in the form. */
export function questionOf(form: BorderForm, crossing: BorderCrossing | null): string {
  return JSON.stringify(requestOf(form, crossing))
}

/**
 * The form as the station takes it, or its errors by the form's own paths.
 * @param crossing the chosen or suggested one; null: neither.
 */
export function parseBorderForm(
  form: BorderForm,
  crossing: BorderCrossing | null,
  now: Date,
): ParsedForm<CrossBorderQuoteInput> {
  const parsed = crossBorderQuoteInputSchema.safeParse(requestOf(form, crossing))
  const errors: FieldErrors = {
    ...(parsed.success ? {} : borderFieldErrors(fieldErrors(parsed.error), form)),
    ...wholeErrors(form, now),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}

/**
 * Errors between fields: reported together with errors in them, since the schema compares fields only once
 * each is valid.
 */
function wholeErrors({ docks, ...form }: BorderForm, now: Date): FieldErrors {
  const errors: Record<string, FieldErrors[string]> = {}
  const { day: pickupDay } = docks.originAddress
  const { day: deliveryDay } = docks.destinationAddress
  if (!pickupDay) errors['docks.originAddress.day'] = { key: 'field.day' }
  else if (pickupDay < pickupCalendar(form.originAddress, now).day)
    errors['docks.originAddress.day'] = { key: 'field.past' }
  if (deliveryDay && deliveryDay < pickupDay) errors['docks.destinationAddress.day'] = { key: 'border.beforePickup' }
  if (form.originAddress.country === form.destinationAddress.country) {
    errors['destinationAddress.country'] = { key: 'border.oneEach' }
  }
  for (const side of ADDRESS_SIDES) {
    const { ready, opens, closes } = docks[side]
    if (opens && closes && opens >= closes) errors[`docks.${side}.opens`] = { key: 'border.beforeClose' }
    if (ready && closes && ready >= closes) errors[`docks.${side}.ready`] = { key: 'border.beforeClose' }
    if ((ready || opens || closes) && zoneOfDock(form[side], docks[side]) === null) {
      errors[`docks.${side}.zone`] = { key: 'border.zoneUnknown' }
    }
  }
  return errors
}
