import { describe, expect, test } from 'vitest'
import { TEMPLATES } from '../../../../src-shared/freight/document-generate.ts'
import { documentSourceSchema } from '../../../../src-shared/freight/document-template.ts'
import { errorsOf, serviceErrors } from '../../../../src-renderer/screens/documents/template/template-errors.ts'
import {
  computedOf,
  dataOf,
  filledForm,
  readForm,
} from '../../../../src-renderer/screens/documents/template/template-form.ts'
import { translate } from '../../../../src-renderer/messages/catalogue.ts'

const locale = { fill: (key: Parameters<typeof translate>[1], params = {}) => translate('en', key, params) }
const party = { companyName: 'Acme', address: '1 Main St' }
const invoice = (items: Record<string, string>[], totals: Record<string, string> = {}) =>
  filledForm('COMMERCIAL_INVOICE', { seller: [party], buyer: [party], items, totals: [totals] })

describe('the form of a template', () => {
  test('adds an invoice up as customs does', () => {
    const form = invoice(
      [
        { description: 'Gears', quantity: '3', unitPrice: '0.1' },
        { description: 'Shafts', quantity: '2', unitPrice: '1,250.505' },
      ],
      { tax: '10', shipping: '5.5' },
    )
    expect(computedOf('COMMERCIAL_INVOICE', form)).toEqual({
      'items.0.totalPrice': '0.30',
      'items.1.totalPrice': '2501.01',
      'totals.subtotal': '2501.31',
      'totals.total': '2516.81',
    })
    expect(errorsOf('COMMERCIAL_INVOICE', form, locale)).toEqual({})
  })

  test('names the fields of a form of one’s own by their labels, each name once', () => {
    const data = dataOf(
      'CUSTOM_FORM',
      filledForm('CUSTOM_FORM', {
        '': [{ title: 'Gate pass' }],
        fields: [
          { label: 'Número de caja', value: '4' },
          { label: 'Número de caja', value: '5' },
          { label: '東京', value: '' },
        ],
      }),
    )
    expect(data['fields']).toMatchObject([
      { name: 'numero_de_caja' },
      { name: 'numero_de_caja_2' },
      { name: 'field_3', value: '' },
    ])
    expect(documentSourceSchema.safeParse({ template: 'CUSTOM_FORM', data }).success).toBe(true)
  })

  test('says beside each field what would be right', () => {
    const form = invoice([
      { description: '', quantity: 'two', unitPrice: '', hsCode: '12', countryOfOrigin: 'Mexico', weight: '-4' },
    ])
    expect(errorsOf('COMMERCIAL_INVOICE', form, locale)).toEqual({
      'items.0.description': 'Required',
      'items.0.quantity': locale.fill('field.number'),
      'items.0.unitPrice': 'Required',
      'items.0.weight': locale.fill('field.number'),
      'items.0.hsCode': '6 to 10 digits, like 8471.30',
      'items.0.countryOfOrigin': 'Two capital letters, like MX',
    })
  })

  test.each(TEMPLATES)('has a place on screen for everything that %s finds missing', (template) => {
    const form = filledForm(template, {})
    const paths = Object.keys(errorsOf(template, form, locale))
    expect(paths.length).toBeGreaterThan(0)
    const issues = paths.map((path) => ({ path: `data.${path}`, message: 'is required' }))
    const { fields, rest } = serviceErrors(template, form, {
      code: 'DOCUMENT_GENERATION_FAILED',
      message: '',
      retryable: false,
      details: { issues },
    })
    expect({ fields: Object.keys(fields).sort(), rest }).toEqual({ fields: paths.sort(), rest: [] })
  })

  test('puts what the service says beside its field, sentences too, and keeps what has no field', () => {
    const form = invoice([{ description: 'Gears', quantity: '1', unitPrice: '1' }])
    const said = (details: Record<string, unknown>) =>
      serviceErrors('COMMERCIAL_INVOICE', form, {
        code: 'DOCUMENT_GENERATION_FAILED',
        message: '',
        retryable: false,
        details,
      })
    expect(
      said({ errors: ['data.items[0].hsCode: is not in the tariff', 'seller.address.city: is required', 'no stamp'] }),
    ).toEqual({
      fields: { 'items.0.hsCode': 'is not in the tariff', 'seller.address': 'is required' },
      rest: ['no stamp'],
    })
    expect(said({})).toEqual({ fields: {}, rest: [] })
  })

  test('reads a draft as far as it fits, whatever was kept', () => {
    const form = invoice([{ description: 'Gears', quantity: '1' }])
    expect(readForm('COMMERCIAL_INVOICE', JSON.parse(JSON.stringify(form)))).toEqual(form)
    expect(
      readForm('COMMERCIAL_INVOICE', { items: [{ description: 7, quantity: '2', old: 'x' }, null], seller: 'no' }),
    ).toMatchObject({ items: [{ description: '', quantity: '2' }], seller: [{ companyName: '' }] })
    for (const body of [null, 'text', 4, ['x']]) expect(readForm('PACKING_LIST', body)).toBeNull()
  })
})
