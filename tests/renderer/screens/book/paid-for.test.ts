import { expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { directFreight, emptyDirectForm } from '../../../../src-renderer/screens/book/direct/direct-form.ts'
import { missingContact, partyName, partyOf } from '../../../../src-renderer/screens/book/party.ts'

test('a consignee without a name or a phone number is noticed, and a contact is a name', () => {
  expect(missingContact(partyOf({ companyName: 'Globex', phone: '312 555 0100' }))).toBeNull()
  expect(missingContact(partyOf({ contactName: 'M. Ortiz', phone: '312 555 0100' }))).toBeNull()
  expect(missingContact(partyOf({ companyName: 'Globex', phone: ' ' }))).toBe('phone')
  expect(missingContact(partyOf({ companyName: ' ', phone: '312 555 0100' }))).toBe('name')
  expect(missingContact(partyOf({}))).toBe('both')
  expect(partyName({ companyName: '', contactName: 'M. Ortiz' })).toBe('M. Ortiz')
})

test('a booking without a quote says its freight as it is typed', () => {
  const form = emptyDirectForm({
    submissionId: 's',
    now: new Date('2026-11-20T15:00:00Z'),
    labelFormat: 'ZPL',
    pickups: USUAL_PICKUPS,
  })
  const [line] = form.freight.cargo
  if (!line) throw new Error('an empty form has one line')
  Object.assign(line, { quantity: '3', weight: '620', length: '48', width: '40', height: '52' })
  expect(directFreight(form)).toMatchObject({ pieces: 3, weightLb: 1860, classes: ['92.5'], accessorials: [] })
  Object.assign(line, { weight: '' })
  expect(directFreight(form)).toMatchObject({ pieces: 3, weightLb: 0, classes: [] })
})
