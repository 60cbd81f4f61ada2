import { ACCESSORIALS } from '../../../../src-shared/freight/accessorial.ts'
import { BATCH_FIELDS, type BatchField } from '../../../../src-shared/station/batch/batch-field.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import type { PlainKey } from '../../../messages/catalogue.ts'

type Word = (key: PlainKey) => string

const PARTS: Record<string, PlainKey> = {
  companyName: 'address.company',
  contactName: 'address.contact',
  phone: 'address.phone',
  email: 'address.email',
  address1: 'address.street',
  address2: 'address.suite',
  city: 'address.city',
  state: 'address.state',
  postalCode: 'address.zip',
  country: 'address.country',
}
const PARTIES: Record<string, PlainKey> = { shipper: 'book.shipper', consignee: 'book.consignee' }

const OWN_LABELS: Partial<Record<BatchField, PlainKey>> = {
  reference: 'book.reference',
  pickupDate: 'book.pickup',
  provider: 'batch.field.provider',
  service: 'batch.field.service',
  rateRule: 'batch.field.rateRule',
  labelFormat: 'book.labelFormat',
  instructions: 'book.instructions',
  freightTerms: 'batch.field.freightTerms',
  accessorials: 'batch.field.accessorials',
  'shipper.addressId': 'batch.field.addressId',
  'cargo.description': 'batch.field.description',
  'cargo.quantity': 'batch.field.quantity',
  'cargo.weight': 'batch.field.weight',
  'cargo.totalWeight': 'batch.field.totalWeight',
  'cargo.weightUnit': 'batch.field.weightUnit',
  'cargo.length': 'batch.field.length',
  'cargo.width': 'batch.field.width',
  'cargo.height': 'batch.field.height',
  'cargo.dimUnit': 'batch.field.dimUnit',
  'cargo.freightClass': 'batch.field.freightClass',
  'cargo.nmfcCode': 'batch.field.nmfcCode',
  'cargo.hazmat': 'batch.field.hazmat',
  'cargo.value': 'batch.field.value',
}

const GROUPS = [
  { group: 'shipment', label: 'batch.group.shipment' },
  { group: 'consignee', label: 'book.consignee' },
  { group: 'shipper', label: 'book.shipper' },
  { group: 'cargo', label: 'batch.group.cargo' },
  { group: 'accessorial', label: 'batch.group.accessorials' },
] as const satisfies readonly { group: string; label: PlainKey }[]

const groupOf = (field: BatchField) => {
  const [group = '', part] = field.split('.')
  return part === undefined ? 'shipment' : group
}

/** The label of a field: "Consignee · City". */
export function fieldLabel(field: BatchField, word: Word): string {
  const [group = '', part = ''] = field.split('.')
  const [party, place] = [PARTIES[group], PARTS[part]]
  const code = ACCESSORIALS.find((accessorial) => field === `accessorial.${accessorial}`)
  if (code) return word(`accessorial.${code}`)
  if (party && place) return `${word(party)} · ${word(place)}`
  if (party) return `${word(party)} · ${word(OWN_LABELS[field] ?? 'batch.field.other')}`
  return word(OWN_LABELS[field] ?? 'batch.field.other')
}

/** A missing field; for the weight the question about its columns, where there are any. */
export const missingLabel = (field: BatchField, openWeights: readonly string[], word: Locale['t']): string =>
  field === 'cargo.weight' && openWeights.length > 0
    ? openWeights.map((column) => word('batch.unsureWeight', { column })).join(' ')
    : fieldLabel(field, word)

/** Every field with its name, what belongs together under one heading. */
export function fieldGroups(word: Word): { label: string; options: { value: BatchField; label: string }[] }[] {
  return GROUPS.map(({ group, label }) => ({
    label: word(label),
    options: BATCH_FIELDS.filter((field) => groupOf(field) === group).map((value) => ({
      value,
      label: fieldLabel(value, word),
    })),
  }))
}
