import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { webhookSchema, type Webhook, type WebhookEvent } from '../../src-shared/freight/webhook.ts'
import { quoted } from './quoting.ts'
import { testReceiver } from './receiver.ts'
import { dataOf, errorOf, useService } from './service.ts'

const service = useService()
const SECRET = 'a secret of the receiver'
const MINUTE_MS = 60_000

async function subscribed(url: string, events: readonly WebhookEvent[], more: object = {}): Promise<Webhook> {
  const answer = await service.post('/webhooks', { url, events, secret: SECRET, ...more })
  expect(answer.status).toBe(201)
  return dataOf(answer, webhookSchema)
}

const logSchema = z.object({
  deliveries: z.array(
    z.object({
      eventId: z.string(),
      eventType: z.string(),
      delivered: z.boolean(),
      nextAttempt: z.string().nullable(),
      attempts: z.array(z.object({ at: z.string(), status: z.number().nullable(), error: z.string().nullable() })),
    }),
  ),
})
async function logOf(webhookId: string) {
  return logSchema.parse((await service.faultApi('GET', `/webhooks/${webhookId}/deliveries`)).body).deliveries
}
/** Waits until the service has written down what came of this many attempts. */
async function attemptsOf(webhookId: string, wanted: number) {
  for (;;) {
    const [latest] = await logOf(webhookId)
    if (latest && latest.attempts.length >= wanted) return latest
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

afterEach(async () => {
  const hooks = dataOf(await service.get('/webhooks'), z.array(webhookSchema))
  for (const { webhookId } of hooks) await service.call('DELETE', `/webhooks/${webhookId}`)
})

describe('a subscription', () => {
  test('tells its secret once, is listed without it, changed and ended', async () => {
    const url = 'https://hooks.example.com/waybill'
    const created = await subscribed(url, ['shipment.created', 'shipment.created'])
    expect(created).toMatchObject({ url, events: ['shipment.created'], secret: SECRET, active: true })
    const { secret: _, ...reported } = created
    expect(dataOf(await service.get('/webhooks'), z.array(z.strictObject(webhookSchema.shape)))).toEqual([reported])

    const changed = await service.call('PUT', `/webhooks/${created.webhookId}`, { active: false })
    expect(dataOf(changed, webhookSchema)).toEqual({ ...reported, active: false })
    const gone = await service.call('DELETE', `/webhooks/${created.webhookId}`)
    expect(gone.body).toMatchObject({ data: { webhookId: created.webhookId, deleted: true } })
    const again = await service.call('DELETE', `/webhooks/${created.webhookId}`)
    expect(again.status).toBe(404)
    expect(errorOf(again)).toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'WEBHOOK_NOT_FOUND' } })
  })
})

describe('a delivery', () => {
  test('survives a restart', async () => {
    const receiver = await testReceiver()
    receiver.answer = { status: 503 }
    const { webhookId } = await subscribed(receiver.url, ['quote.created'])
    const { quoteId } = await quoted(service)
    await attemptsOf(webhookId, 1)
    await service.restart()
    receiver.answer = { status: 200 }
    await service.jump(MINUTE_MS)
    expect(await attemptsOf(webhookId, 2)).toMatchObject({ delivered: true, nextAttempt: null })
    expect(receiver.received.at(-1)?.payload.data).toMatchObject({ quoteId })
  })
})
