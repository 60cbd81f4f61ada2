import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { TEMPLATES } from '../../src-shared/freight/document-generate.ts'
import { broken } from './broken.ts'
import { booked } from './quoting.ts'
import { errorOf, useService } from './service.ts'
import { TEMPLATE_BODIES } from './templates.ts'

const service = useService()

test.each(TEMPLATES)(
  'no body makes the service fail to answer for %s, and each fault has its field',
  async (template) => {
    const { shipmentId } = await booked(service)
    await fc.assert(
      fc.asyncProperty(broken({ template, format: 'PDF', shipmentId, ...TEMPLATE_BODIES[template] }), async (body) => {
        const answer = await service.post('/documents/generate', body)
        expect([201, 400, 404]).toContain(answer.status)
        if (answer.status !== 400) return
        expect(errorOf(answer).details['field']).toEqual(expect.any(String))
      }),
      { numRuns: 60 },
    )
  },
)

test('no text in a form makes the service fail', async () => {
  const { shipmentId } = await booked(service)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (value) => {
      const templateData = { title: 'Form', fields: [{ name: 'a', label: 'A', value }] }
      const body = { template: 'CUSTOM_FORM', format: 'PDF', shipmentId, templateData }
      expect((await service.post('/documents/generate', body)).status).toBe(201)
    }),
    { numRuns: 60 },
  )
})
