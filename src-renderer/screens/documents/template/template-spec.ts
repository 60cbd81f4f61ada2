import type { Template } from '../../../../src-shared/freight/document-generate.ts'

/** How a field is asked for. `name` is the interface's own; its label is in the catalogue under `doc.field.<name>`. */
export interface FieldSpec {
  name: string
  /** Another label than its name's. */
  label?: string
  kind: 'text' | 'long' | 'number' | 'whole' | 'day' | 'choice' | 'flag'
  isRequired?: boolean
  /** Of a choice; a field that is not required may also be left empty. */
  options?: readonly string[]
  /** Columns of twelve. */
  span: number
}

/** Fields of one object of the data; `path` empty: of the data. */
interface FieldsSection {
  kind: 'fields'
  path: string
  fields: readonly FieldSpec[]
  /** Left out when nothing is filled in. */
  isOptional?: boolean
}

/** A list of the data, a row an element. */
export interface RowsSection {
  kind: 'rows'
  path: string
  fields: readonly FieldSpec[]
}
export type Section = FieldsSection | RowsSection

const text = (name: string, span: number): FieldSpec => ({ name, kind: 'text', span })
const number = (name: string, span: number): FieldSpec => ({ name, kind: 'number', span })
const day = (name: string, span: number): FieldSpec => ({ name, kind: 'day', span })
const choice = (name: string, span: number, options: readonly string[]): FieldSpec => ({
  name,
  kind: 'choice',
  span,
  options,
})
const required = (field: FieldSpec): FieldSpec => ({ ...field, isRequired: true })

const PARTY: readonly FieldSpec[] = [
  required(text('companyName', 12)),
  required({ name: 'address', kind: 'long', span: 12 }),
  text('phone', 6),
  text('email', 6),
]

/** A company's name and address: narrow enough for two side by side. */
export const isParty = ({ fields }: Section): boolean => fields === PARTY

/** The fields of each template, in the order of its paper. Every name and every bound is document-template.ts's. */
export const TEMPLATE_SPECS: Record<Template, readonly Section[]> = {
  COMMERCIAL_INVOICE: [
    {
      kind: 'fields',
      path: '',
      fields: [text('invoiceNumber', 3), day('invoiceDate', 3), text('terms', 3), text('reasonForExport', 3)],
    },
    { kind: 'fields', path: 'seller', fields: PARTY },
    { kind: 'fields', path: 'buyer', fields: PARTY },
    {
      kind: 'rows',
      path: 'items',
      fields: [
        required(text('description', 6)),
        text('hsCode', 3),
        text('countryOfOrigin', 3),
        required(number('quantity', 3)),
        required(number('unitPrice', 3)),
        number('totalPrice', 3),
        { ...number('weight', 3), label: 'weightLb' },
      ],
    },
    {
      kind: 'fields',
      path: 'totals',
      fields: [
        number('subtotal', 2),
        number('tax', 2),
        number('shipping', 2),
        number('total', 3),
        required(choice('currency', 3, ['USD', 'MXN', 'CAD', 'EUR'])),
      ],
    },
  ],
  PACKING_LIST: [
    {
      kind: 'rows',
      path: 'items',
      fields: [
        required(text('description', 6)),
        required(number('quantity', 2)),
        number('weight', 2),
        text('package', 2),
      ],
    },
    {
      kind: 'rows',
      path: 'packaging',
      fields: [
        required(text('type', 3)),
        required({ name: 'quantity', kind: 'whole', span: 2 }),
        number('length', 2),
        number('width', 2),
        number('height', 2),
        text('marks', 12),
      ],
    },
    {
      kind: 'fields',
      path: 'weights',
      fields: [required(number('net', 4)), required(number('gross', 4)), required(choice('unit', 4, ['lb', 'kg']))],
    },
  ],
  CERTIFICATE_OF_ORIGIN: [
    { kind: 'fields', path: '', fields: [required(text('originCountry', 4))] },
    {
      kind: 'rows',
      path: 'items',
      fields: [
        required(text('description', 6)),
        text('hsCode', 2),
        choice('originCriterion', 2, ['A', 'B', 'C', 'D']),
        number('quantity', 2),
      ],
    },
    {
      kind: 'fields',
      path: 'certification',
      fields: [
        choice('certifiedBy', 4, ['EXPORTER', 'PRODUCER', 'IMPORTER']),
        required(text('name', 4)),
        text('title', 4),
        text('companyName', 6),
        required(day('date', 6)),
        day('blanketFrom', 6),
        day('blanketTo', 6),
      ],
    },
    { kind: 'fields', path: 'exporter', fields: PARTY, isOptional: true },
    { kind: 'fields', path: 'producer', fields: PARTY, isOptional: true },
    { kind: 'fields', path: 'importer', fields: PARTY, isOptional: true },
  ],
  HAZMAT_DECLARATION: [
    {
      kind: 'fields',
      path: 'hazmatDetails',
      fields: [
        required(text('emergencyPhone', 4)),
        text('emergencyContact', 4),
        text('offeror', 4),
        { name: 'instructions', kind: 'long', span: 12 },
      ],
    },
    {
      kind: 'rows',
      path: 'classifications',
      fields: [
        required(text('unNumber', 3)),
        required(text('properShippingName', 6)),
        required(text('hazardClass', 3)),
        choice('packingGroup', 3, ['I', 'II', 'III']),
        required(number('quantity', 3)),
        required(text('packaging', 3)),
        { ...required(number('weight', 3)), label: 'weightLb' },
        { name: 'isMarinePollutant', kind: 'flag', span: 6 },
        { name: 'isLimitedQuantity', kind: 'flag', span: 6 },
      ],
    },
  ],
  CUSTOM_FORM: [
    { kind: 'fields', path: '', fields: [required(text('title', 12))] },
    {
      kind: 'rows',
      path: 'fields',
      fields: [required(text('label', 4)), { name: 'value', kind: 'long', span: 8 }],
    },
  ],
}
