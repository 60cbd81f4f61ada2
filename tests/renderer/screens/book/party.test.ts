import { expect, test } from 'vitest'
import { contactLine, missingContact } from '../../../../src-renderer/screens/book/party.ts'

const nobody = { companyName: '', contactName: '', phone: '', email: '' }

test('beside the name of an end stand its contact, phone and email, as far as they are given', () => {
  const globex = { ...nobody, companyName: 'Globex', contactName: 'M. Ortiz', phone: '312-555-0100' }
  expect(contactLine(globex)).toBe('M. Ortiz · 312-555-0100')
  // The contact is the name where there is no company.
  expect(contactLine({ ...globex, companyName: ' ' })).toBe('312-555-0100')
  expect(contactLine(nobody)).toBe('')
})

test('a consignee without a name or phone is missed', () => {
  expect(missingContact(nobody)).toBe('both')
  expect(missingContact({ ...nobody, contactName: 'M. Ortiz' })).toBe('phone')
  expect(missingContact({ ...nobody, phone: '312-555-0100' })).toBe('name')
  expect(missingContact({ ...nobody, companyName: 'Globex', phone: '312-555-0100' })).toBe(null)
})
