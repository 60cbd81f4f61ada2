import { expect, test } from 'vitest'
import { z } from 'zod'
import { paginationSchema } from '../../src-shared/freight/envelope.ts'
import { trackingEventSchema } from '../../src-shared/freight/tracking.ts'
import { booked } from './quoting.ts'
import { API_KEY, DAY_MS, errorOf, useService } from './service.ts'

const service = useService()
const eventPageSchema = z.object({
  data: z.array(trackingEventSchema),
  meta: z.object({ pagination: paginationSchema }),
})

test('a delivery names who signed, and links to the signature', async () => {
  await service.faultApi('POST', '/settings', { fates: 'smooth' })
  const { shipmentId } = await booked(service)
  const early = await service.get(`/shipments/${shipmentId}/signature`)
  expect(errorOf(early).code).toBe('DOCUMENT_NOT_FOUND')
  await service.jump(60 * DAY_MS)
  const delivered = eventPageSchema.parse((await service.get('/tracking/events?status=DELIVERED')).body).data[0]
  expect(delivered?.recipient).toBe('Sam Okafor')
  const response = await fetch(delivered?.signature ?? '', { headers: { authorization: `Bearer ${API_KEY}` } })
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(await response.text()).toMatch(/^<svg .*<path d="M/)
})
