import { expect } from 'vitest'
import { z } from 'zod'
import { quoted } from '../quoting.ts'
import { testReceiver } from '../receiver.ts'
import { useService } from '../service.ts'
import { dataIn, recordOf, row } from './row.ts'

const service = useService()
const MINUTE_MS = 60_000
/** Minutes after each failure (section Events, Retry). */
const SCHEDULE = [1, 5, 15, 60, 360]

const logSchema = z.object({
  deliveries: z.tuple(
    [
      z.object({
        delivered: z.boolean(),
        nextAttempt: z.string().nullable(),
        attempts: z.array(z.object({ at: z.string(), status: z.number().nullable() })),
      }),
    ],
    z.unknown(),
  ),
})

/** A receiver that has been sent one event and answers it so from the first. */
async function sentTo(status: number) {
  const receiver = await testReceiver()
  receiver.answer = { status }
  const subscription = { url: receiver.url, events: ['quote.created'], secret: 'a secret of the receiver' }
  const webhookId = String(recordOf(dataIn(await service.post('/webhooks', subscription)))['webhookId'])
  await quoted(service)
  /** The delivery once this many attempts are written down. */
  const after = async (attempts: number) => {
    for (;;) {
      const log = logSchema.safeParse((await service.faultApi('GET', `/webhooks/${webhookId}/deliveries`)).body)
      if (log.success && log.data.deliveries[0].attempts.length >= attempts) return log.data.deliveries[0]
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return { receiver, after, end: () => service.call('DELETE', `/webhooks/${webhookId}`) }
}

row('Event delivery', 'immediately, then after 1 min, 5 min, 15 min, 1 h and 6 h', async () => {
  const { after, end } = await sentTo(500)
  for (const [index, minutes] of SCHEDULE.entries()) {
    const { attempts, nextAttempt } = await after(index + 1)
    expect(attempts).toHaveLength(index + 1)
    expect(Date.parse(String(nextAttempt)) - Date.parse(String(attempts[index]?.at))).toBe(minutes * MINUTE_MS)
    await service.jump(minutes * MINUTE_MS)
  }
  await after(SCHEDULE.length + 1)
  await end()
})
row('Event delivery', 'five retries, then it is given up', async () => {
  const { receiver, after, end } = await sentTo(503)
  for (const [index, minutes] of SCHEDULE.entries()) {
    await after(index + 1)
    await service.jump(minutes * MINUTE_MS)
  }
  expect(await after(6)).toMatchObject({ delivered: false, nextAttempt: null })
  await service.jump(30 * 24 * 60 * MINUTE_MS)
  await service.get('/shipments')
  expect(receiver.received).toHaveLength(6)
  await end()
})
for (const status of [200, 202, 299, 301, 404]) {
  row('Event delivery', `an answer of ${status} is ${status < 300 ? 'a' : 'no'} delivery`, async () => {
    const { after, end } = await sentTo(status)
    expect((await after(1)).delivered).toBe(status < 300)
    await end()
  })
}
row('Event delivery', 'every attempt has the same eventId', async () => {
  const { receiver, after, end } = await sentTo(500)
  await after(1)
  receiver.answer = { status: 200 }
  await service.jump(MINUTE_MS)
  expect(await after(2)).toMatchObject({ delivered: true, nextAttempt: null })
  expect(new Set(receiver.received.map(({ payload }) => payload.eventId)).size).toBe(1)
  await end()
})
