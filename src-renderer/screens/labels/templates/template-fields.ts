import type { TemplateField } from '../../../../src-shared/station/printing/label-template.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import { isMessageKey } from '../../../messages/catalogue.ts'

/** What is drawn before anything is typed, for the fields of the built-in templates. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['shipFrom', 'Acme Machine, 1201 Santa Maria Ave, Laredo TX 78040'],
  ['shipTo', 'Globex Corporation, 200 N LaSalle St, Chicago IL 60601'],
  ['poNumber', '48213'],
  ['piece', '1/3'],
  ['sscc', '10614141123456789'],
  ['item', 'PUMP-440'],
  ['quantity', '12'],
  ['lot', 'L2611'],
  ['carton', '4/12'],
  ['gtin', '10614141000019'],
  ['location', 'A-12-03'],
  ['rma', 'RMA-1042'],
  ['returnTo', 'Acme Machine, 1201 Santa Maria Ave, Laredo TX 78040'],
  ['reason', 'QC-12'],
  ['text', 'TEST 12345'],
])

/** A field's name as the trade has it; of one that a person named, that name. */
export function fieldLabel(name: string, locale: Pick<Locale, 'fill'>): string {
  const key = `templates.field.${name}`
  return isMessageKey(key) ? locale.fill(key, {}) : name
}

/**
 * Values for a label that needs some and of which nothing was typed yet; null: it is drawn as it is, or a barcode of it has
 * no sample.
 */
export function sampleValues(
  fields: readonly TemplateField[],
  values: Readonly<Record<string, string>>,
): Record<string, string> | null {
  if (fields.some(({ name }) => (values[name] ?? '') !== '')) return null
  const required = fields.filter(({ isRequired }) => isRequired)
  if (required.length === 0 || required.some(({ name }) => !SAMPLES.has(name))) return null
  return Object.fromEntries(fields.map(({ name }) => [name, SAMPLES.get(name) ?? name]))
}
