import { expect } from 'vitest'
import { z } from 'zod'
import { useService } from '../service.ts'
import { answerFields, is, recordOf, requestFields, row } from './row.ts'

const service = useService()
const ADDRESS = {
  street1: '2210 s ashland ave',
  street2: '',
  city: 'Chicago',
  state: 'IL',
  zip: '60608',
  country: 'US',
}
const parts = z.object({
  street1: is.string,
  street2: is.text,
  city: is.string,
  state: is.string,
  zip: is.string,
  country: is.string,
})
const validated = async () => (await service.post('/address/validate', ADDRESS)).body

requestFields(
  'Address validation request',
  { send: (body) => service.post('/address/validate', body), body: () => ADDRESS },
  {
    street1: { good: '1 Main St', bad: 1, isRequired: true },
    street2: { good: '', bad: 1 },
    city: { good: 'Chicago', bad: 1 },
    state: { good: 'IL', bad: 1 },
    zip: { good: '60608', bad: 60608 },
    country: { good: 'US', bad: 1, isRequired: true },
  },
)
answerFields('Address validation response', validated, {
  success: z.literal(true),
  validation_status: z.literal('VALIDATED_CHANGED'),
  original_address: parts,
  validated_address: parts.extend({ zip: z.string().regex(/^60608-\d{4}$/) }),
  requires_correction: is.boolean,
})
row('Endpoints: Address validation', 'POST /address/validate', async () => {
  expect(recordOf(await validated())['original_address']).toEqual(ADDRESS)
})
row('Location rules', '7 address validation unavailable', async () => {
  await service.faultApi('POST', '/settings', { addressValidation: 'unavailable' })
  const answer = await service.post('/address/validate', ADDRESS)
  await service.faultApi('POST', '/settings', { addressValidation: 'available' })
  expect(answer.status).toBe(503)
  expect(answer.body).toEqual({ success: false, error: expect.any(String), status_code: 503 })
})
