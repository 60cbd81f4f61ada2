import { z } from 'zod'
import {
  BATCH_FIELDS,
  columnMapSchema,
  DATE_FORMS,
  DIM_UNITS,
  fieldsNotGiven,
  isUnsureWeight,
  NUMBER_FORMS,
  WEIGHT_UNITS,
  type BatchField,
  type ColumnMap,
} from '../../../../src-shared/station/batch/batch-field.ts'
import { COUNTRIES } from '../../../../src-shared/freight/address.ts'
import { LABEL_FORMATS } from '../../../../src-shared/freight/document.ts'

/** A column map being made: which field each header of the file is, empty where not chosen. */
const mapFormSchema = z.object({
  fields: z.record(z.string(), z.enum(BATCH_FIELDS).or(z.literal(''))),
  numbers: z.enum(NUMBER_FORMS),
  dates: z.enum(DATE_FORMS),
  cargoLines: z.enum(['row', 'by-reference']),
  country: z.enum(COUNTRIES).or(z.literal('')),
  weightUnit: z.enum(WEIGHT_UNITS),
  dimUnit: z.enum(DIM_UNITS),
  labelFormat: z.enum(LABEL_FORMATS),
  rateRule: z.string(),
  pickupDate: z.string(),
  shipperAddressId: z.string(),
})
export type MapForm = z.output<typeof mapFormSchema>

/** The form of a map over the headers of a file; columns of the map that the file has not are left out. */
export function mapForm(headers: readonly string[], map: ColumnMap | null): MapForm {
  const fields: MapForm['fields'] = {}
  for (const header of headers) fields[header] = map?.columns.find((column) => column.header === header)?.field ?? ''
  const defaults = map?.defaults
  return {
    fields,
    numbers: map?.numbers ?? 'unsure',
    dates: map?.dates ?? 'iso',
    cargoLines: map?.cargoLines ?? 'row',
    country: defaults?.country ?? '',
    weightUnit: defaults?.weightUnit ?? 'lb',
    dimUnit: defaults?.dimUnit ?? 'in',
    labelFormat: defaults?.labelFormat ?? 'ZPL',
    rateRule: defaults?.rateRule ?? '',
    pickupDate: defaults?.pickupDate ?? '',
    shipperAddressId: defaults?.shipperAddressId ?? '',
  }
}

/** A kept form, over the headers of a file; null when it is none, or of a file with no column in common. */
export function readMapForm(body: unknown, headers: readonly string[]): MapForm | null {
  const parsed = mapFormSchema.safeParse(body)
  if (!parsed.success || !headers.some((header) => Object.hasOwn(parsed.data.fields, header))) return null
  const { fields } = parsed.data
  return { ...parsed.data, fields: Object.fromEntries(headers.map((header) => [header, fields[header] ?? ''])) }
}

/** The map as the station takes it; null while no column is mapped or one field is in two columns. */
export function columnMap(form: MapForm): ColumnMap | null {
  const columns = Object.entries(form.fields).flatMap(([header, field]) => (field === '' ? [] : [{ header, field }]))
  const { numbers, dates, cargoLines, country, weightUnit, dimUnit, labelFormat, rateRule, pickupDate } = form
  const parsed = columnMapSchema.safeParse({
    columns,
    numbers,
    dates,
    cargoLines,
    defaults: {
      weightUnit,
      dimUnit,
      labelFormat,
      ...(country === '' ? {} : { country }),
      ...(rateRule.trim() === '' ? {} : { rateRule }),
      ...(pickupDate === '' ? {} : { pickupDate }),
      ...(form.shipperAddressId === '' ? {} : { shipperAddressId: form.shipperAddressId }),
    },
  })
  return parsed.success ? parsed.data : null
}

/** Fields that no row can be booked without and for which there is neither a column nor a default, as the station asks. */
export function missingFields(form: MapForm): BatchField[] {
  const mapped = new Set(Object.values(form.fields))
  const has = (field: BatchField) => mapped.has(field)
  const missing = fieldsNotGiven((field) => has(field) || (field === 'pickupDate' && form.pickupDate !== ''))
  if (!has('consignee.country') && form.country === '') missing.push('consignee.country')
  if (!has('shipper.addressId') && !has('shipper.address1') && form.shipperAddressId === '') {
    missing.push('shipper.addressId')
  }
  if (!has('rateRule') && !has('provider') && form.rateRule.trim() === '') missing.push('rateRule')
  if (form.cargoLines === 'by-reference' && !has('reference')) missing.push('reference')
  return missing
}

/** Columns of a weight of one piece or of all, which only a person knows; none where a weight is mapped. */
export function openWeights({ fields }: MapForm): string[] {
  const mapped = Object.values(fields)
  if (mapped.includes('cargo.weight') || mapped.includes('cargo.totalWeight')) return []
  return Object.keys(fields).filter((header) => fields[header] === '' && isUnsureWeight(header))
}

/** Columns that nothing is read of. */
export function ignoredHeaders(form: MapForm): string[] {
  const open = openWeights(form)
  return Object.keys(form.fields).filter((header) => form.fields[header] === '' && !open.includes(header))
}

/** Headers whose field another column has, too. */
export function doubledHeaders(form: MapForm): string[] {
  const entries = Object.entries(form.fields).filter(([, field]) => field !== '')
  return entries
    .filter(([header, field]) => entries.some(([other, taken]) => other !== header && taken === field))
    .map(([header]) => header)
}
