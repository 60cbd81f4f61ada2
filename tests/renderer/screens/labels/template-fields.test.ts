import { expect, test } from 'vitest'
import { sampleValues } from '../../../../src-renderer/screens/labels/templates/template-fields.ts'

const field = (name: string, isRequired: boolean) => ({ name, isRequired })

test('sample values are for a label that needs some, until something is typed', () => {
  const fields = [field('shipTo', false), field('sscc', true), field('our note', false)]
  expect(sampleValues(fields, {})).toEqual({
    shipTo: expect.stringContaining('Chicago') as unknown,
    sscc: '10614141123456789',
    'our note': 'our note',
  })
  expect(sampleValues(fields, { shipTo: 'Acme' })).toBeNull()
  expect(sampleValues([field('shipTo', false)], {})).toBeNull()
  expect(sampleValues([], {})).toBeNull()
  expect(sampleValues([field('sscc', true), field('own code', true)], {})).toBeNull()
})
