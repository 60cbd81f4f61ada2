import type { Template } from '../../../../src-shared/freight/document-generate.ts'
import { parseNumber } from '../../../forms/number.ts'
import { TEMPLATE_SPECS, type FieldSpec, type Section } from './template-spec.ts'

/** Fields as typed; a flag is `yes` or empty. */
export type FieldTexts = Record<string, string>
/** The input of a template, by the path of its section. A section of fields is a list of one. */
export type TemplateForm = Record<string, FieldTexts[]>

/** Values that follow from others, by the path of their field: shown, never typed. */
export type Computed = Readonly<Record<string, string>>

export function emptyRow(fields: readonly FieldSpec[]): FieldTexts {
  return Object.fromEntries(
    fields.map(({ name, kind, isRequired, options }) => [name, presetOf(kind, isRequired, options)]),
  )
}

/** What must be chosen starts with the first choice. */
function presetOf(kind: FieldSpec['kind'], isRequired = false, options: readonly string[] = []): string {
  return kind === 'choice' && isRequired ? (options[0] ?? '') : ''
}

/** The form filled in with the known facts; those that the template does not ask for are left out. */
export function filledForm(template: Template, known: Readonly<Record<string, readonly FieldTexts[]>>): TemplateForm {
  return Object.fromEntries(
    TEMPLATE_SPECS[template].map((section) => {
      const rows = known[section.path] ?? []
      const filled = rows.map((row) => filledRow(section.fields, row))
      const shown = section.kind === 'fields' ? filled.slice(0, 1) : filled
      return [section.path, shown.length === 0 ? [emptyRow(section.fields)] : shown]
    }),
  )
}

function filledRow(fields: readonly FieldSpec[], row: FieldTexts): FieldTexts {
  return Object.fromEntries(Object.entries(emptyRow(fields)).map(([name, preset]) => [name, row[name] ?? preset]))
}

/** A form that was kept, as far as it fits the template. */
export function readForm(template: Template, body: unknown): TemplateForm | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const known = Object.entries(body).map(([path, rows]): [string, FieldTexts[]] => [path, textRows(rows)])
  return filledForm(template, Object.fromEntries(known))
}

function textRows(rows: unknown): FieldTexts[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null
      ? [
          Object.fromEntries(
            Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
          ),
        ]
      : [],
  )
}

/** The path of a field in the data, e.g. `items.0.quantity`. */
export function fieldPath(section: Section, index: number, name: string): string {
  if (section.kind === 'rows') return `${section.path}.${index}.${name}`
  return section.path === '' ? name : `${section.path}.${name}`
}

const cents = (value: number) => Math.round(value * 100 + 1e-6)
const money = (amount: number) => (amount / 100).toFixed(2)
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Everything derived from the input: line totals, sums, and the net weight once every line has one. */
export function computedOf(template: Template, form: TemplateForm): Computed {
  if (template === 'COMMERCIAL_INVOICE') return invoiceSums(form)
  if (template === 'PACKING_LIST') return netWeight(form)
  return {}
}

function invoiceSums(form: TemplateForm): Computed {
  const lines = (form['items'] ?? []).map(({ quantity = '', unitPrice = '' }) => {
    const total = cents((parseNumber(quantity) ?? 0) * (parseNumber(unitPrice) ?? 0))
    return Number.isFinite(total) ? total : 0
  })
  const totals = form['totals']?.[0]
  const extra = [totals?.['tax'], totals?.['shipping']].map((text) => cents(parseNumber(text ?? '') ?? 0))
  const subtotal = sumOf(lines)
  const total = subtotal + sumOf(extra.filter(Number.isFinite))
  return {
    ...Object.fromEntries(lines.map((line, index) => [`items.${index}.totalPrice`, money(line)])),
    'totals.subtotal': money(subtotal),
    'totals.total': money(total),
  }
}

function netWeight(form: TemplateForm): Computed {
  const weights = (form['items'] ?? []).map(({ weight = '' }) => parseNumber(weight))
  const known = weights.filter((weight) => weight !== undefined && Number.isFinite(weight))
  if (known.length === 0 || known.length < weights.length) return {}
  return { 'weights.net': String(Math.round(sumOf(known.map(Number)) * 100) / 100) }
}

/** The data of the template: empty fields are left out, so that the schema reports missing ones. */
export function dataOf(template: Template, form: TemplateForm): Record<string, unknown> {
  const computed = computedOf(template, form)
  const data: Record<string, unknown> = {}
  for (const section of TEMPLATE_SPECS[template]) {
    const rows = (form[section.path] ?? []).map((row, index) => rowData(section, row, index, computed))
    if (section.kind === 'rows') {
      data[section.path] = rows
      continue
    }
    const [only = {}] = rows
    if (section.path === '') Object.assign(data, only)
    else if (section.isOptional !== true || Object.keys(only).length > 0) data[section.path] = only
  }
  if (template === 'CUSTOM_FORM') data['fields'] = namedFields(form['fields'] ?? [])
  return data
}

function rowData(section: Section, row: FieldTexts, index: number, computed: Computed): Record<string, unknown> {
  const entries = section.fields.flatMap(({ name, kind }): [string, unknown][] => {
    const value = valueOf(kind, computed[fieldPath(section, index, name)] ?? row[name] ?? '')
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

function valueOf(kind: FieldSpec['kind'], text: string): string | number | boolean | undefined {
  const trimmed = text.trim()
  if (kind === 'flag') return trimmed === 'yes'
  if (trimmed === '') return undefined
  if (kind !== 'number' && kind !== 'whole') return trimmed
  const number = parseNumber(trimmed)
  // A text that is no number is passed on as typed, so that the schema refuses it in its place.
  return number !== undefined && Number.isFinite(number) ? number : trimmed
}

/** A field of a custom form is identified by its label; the interface also requires a unique name. */
function namedFields(rows: readonly FieldTexts[]): { name: string; label?: string; value: string }[] {
  const taken = new Set<string>()
  return rows.map(({ label = '', value = '' }, index) => {
    const plain = label
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 60)
    const base = plain === '' ? `field_${index + 1}` : plain
    const name = taken.has(base) ? `${base}_${index + 1}` : base
    taken.add(name)
    return { name, value: value.trim(), ...(label.trim() === '' ? {} : { label: label.trim() }) }
  })
}
