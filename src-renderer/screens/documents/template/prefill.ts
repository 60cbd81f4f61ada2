import type { Address } from '../../../../src-shared/freight/address.ts'
import type { Cargo } from '../../../../src-shared/freight/cargo.ts'
import type { Template } from '../../../../src-shared/freight/document-generate.ts'
import type { BookingContent } from '../../../../src-shared/station/booking/booking-content.ts'
import type { Shipment, ShipmentAddress } from '../../../../src-shared/station/tracking/shipment.ts'
import { filledForm, type FieldTexts, type TemplateForm } from './template-form.ts'

/** The known facts of a shipment when a paper of it is made. */
export interface Known {
  shipment: Shipment
  /** Null: it was not booked from this station. */
  content: BookingContent | null
  today: string
}

interface Line {
  description: string
  quantity: number
  /** Pounds, of all. */
  weight: number
  /** Of one; null: unknown. */
  value: number | null
  currency: string | null
  dimensions: { length: number; width: number; height: number }
  isHazmat: boolean
}

/** A template filled in with everything known of the shipment. */
export function prefilled(template: Template, known: Known): TemplateForm {
  return filledForm(template, knownOf(template, known))
}

function knownOf(template: Template, known: Known): Record<string, FieldTexts[]> {
  const { shipment, content, today } = known
  const lines = linesOf(content)
  const from = partyOf(shipment.origin, addressesOf(content)?.[0], content?.shipperInfo)
  const to = partyOf(shipment.destination, addressesOf(content)?.[1], content?.consigneeInfo)
  const weight = lines.length > 0 ? lines.reduce((sum, line) => sum + line.weight, 0) : shipment.weightLb
  const origin = shipment.origin?.country ?? addressesOf(content)?.[0]?.country ?? ''
  switch (template) {
    case 'COMMERCIAL_INVOICE':
      return {
        '': [{ invoiceNumber: shipment.reference ?? '', invoiceDate: today, terms: '', reasonForExport: '' }],
        seller: [from],
        buyer: [to],
        items: lines.map((line) => ({
          description: line.description,
          quantity: text(line.quantity),
          unitPrice: line.value === null ? '' : text(line.value),
          weight: text(line.weight),
          countryOfOrigin: origin,
        })),
        totals: [{ currency: lines.find(({ currency }) => currency !== null)?.currency ?? 'USD' }],
      }
    case 'PACKING_LIST':
      return {
        items: lines.map((line) => ({
          description: line.description,
          quantity: text(line.quantity),
          weight: text(line.weight),
        })),
        packaging: lines.map(({ quantity, dimensions }) => ({
          type: 'PALLET',
          quantity: text(quantity),
          length: text(dimensions.length),
          width: text(dimensions.width),
          height: text(dimensions.height),
          marks: shipment.reference ?? '',
        })),
        weights: [{ net: text(weight), gross: text(weight), unit: 'lb' }],
      }
    case 'CERTIFICATE_OF_ORIGIN':
      return {
        '': [{ originCountry: origin }],
        items: lines.map((line) => ({ description: line.description, quantity: text(line.quantity) })),
        certification: [{ certifiedBy: 'EXPORTER', companyName: from['companyName'] ?? '', date: today }],
        exporter: [from],
        importer: [to],
      }
    case 'HAZMAT_DECLARATION':
      return {
        hazmatDetails: [{ offeror: from['companyName'] ?? '', instructions: shipment.instructions ?? '' }],
        classifications: lines
          .filter(({ isHazmat }) => isHazmat)
          .map((line) => ({ quantity: text(line.quantity), weight: text(line.weight) })),
      }
    case 'CUSTOM_FORM':
      return {
        '': [{ title: '' }],
        fields: [],
      }
  }
}

function text(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 100) / 100)
}

function linesOf(content: BookingContent | null): Line[] {
  if (content?.quoted?.kind === 'crossborder') {
    return content.quoted.request.handlingUnits.flatMap(({ quantity, products }) =>
      products.map((product) => ({
        description: product.description,
        quantity: quantity * product.quantity,
        weight: quantity * product.quantity * product.weight,
        value: null,
        currency: null,
        dimensions: product,
        isHazmat: product.isHazmat === true,
      })),
    )
  }
  const cargo = content?.quoted?.request.cargo ?? content?.direct?.cargo ?? []
  return cargo.map(lineOf)
}

function lineOf(cargo: Cargo): Line {
  const { description, quantity, weight, value, currency, hazmat } = cargo
  return {
    description,
    quantity,
    weight: quantity * weight,
    // A declared value is that of the whole line.
    value: value === undefined ? null : value / quantity,
    currency: currency ?? null,
    dimensions: cargo,
    isHazmat: hazmat === true,
  }
}

function addressesOf(content: BookingContent | null): readonly [Address, Address] | null {
  if (content?.quoted?.kind === 'domestic') {
    return [content.quoted.request.originAddress, content.quoted.request.destinationAddress]
  }
  return content?.direct ? [content.direct.originAddress, content.direct.destinationAddress] : null
}

/** A trading party: as booked, else as the service reports it for the shipment. */
function partyOf(
  seen: ShipmentAddress | null,
  booked: Address | undefined,
  party: BookingContent['shipperInfo'] | undefined,
): FieldTexts {
  const place = booked ?? seen
  const lines = [
    place?.address1,
    place?.address2,
    [place?.city, [place?.state, place?.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    place?.country,
  ]
  return {
    companyName: party?.companyName ?? booked?.companyName ?? seen?.companyName ?? '',
    address: lines.filter(Boolean).join('\n'),
    phone: party?.phone ?? booked?.phone ?? '',
    email: party?.email ?? booked?.email ?? '',
  }
}
