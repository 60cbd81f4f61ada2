import { expect, test } from 'vitest'
import { accepted } from '../../src-sandbox/http/accept.ts'

const PDF = 'application/pdf'
const PNG = 'image/png'

test.each([
  [undefined, undefined],
  ['*/*', undefined],
  ['image/png', PNG],
  ['IMAGE/PNG', PNG],
  ['image/*', PNG],
  ['image/png, application/pdf', undefined],
  ['image/png;q=0.5, application/pdf', undefined],
  ['image/png, application/pdf;q=0.9', PNG],
  ['image/png, */*;q=0.8', PNG],
  ['image/png;q=0', undefined],
  ['image/png;q=perhaps', undefined],
  ['text/html', undefined],
  ['', undefined],
])('for a PDF, Accept: %s asks for %s', (header, wanted) => {
  expect(accepted(header, PDF, [PDF, PNG])).toBe(wanted)
})
