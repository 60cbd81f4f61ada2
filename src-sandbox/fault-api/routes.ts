import { Hono } from 'hono'
import { z } from 'zod'
import { balanceOf, grant } from '../account/account.ts'
import { timestamp } from '../clock.ts'
import { WrongTable } from '../csv.ts'
import { FreightFailure } from '../http/failure.ts'
import { isSameSecret } from '../../src-node/secret.ts'
import { readPlaces } from '../locations/read-places.ts'
import { keepPlaces } from '../locations/seed.ts'
import type { Service } from '../resources/service.ts'
import { readSatCodes } from '../sat/read-codes.ts'
import { importSatCodes } from '../sat/seed.ts'
import { requireShipment } from '../shipments/store.ts'
import { deliveryLog } from '../webhooks/outbox.ts'
import { requireWebhook } from '../webhooks/subscriptions.ts'
import { faultSchema, type FaultApi } from './faults.ts'
import { exceptionSchema, forceException } from './force-exception.ts'
import { settingsSchema } from './settings.ts'

const clockSchema = z.object({
  /** Service seconds a machine second. */
  speed: z.number().positive().max(100_000).optional(),
  /** Milliseconds forward. */
  jumpMs: z
    .int()
    .nonnegative()
    .max(10 * 366 * 86_400_000)
    .optional(),
})

const logQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) })

/**
 * The fault API: clock, faults, settings and hidden state, for tests and training. Guarded by its own
 * token, never part of the interface.
 */
export function serveFaultApi(faultApi: FaultApi, service: Service, token: string): Hono {
  const { db, clock, locations, settings } = service
  const app = new Hono()
  const clockState = () => ({ now: timestamp(clock.now()), speed: clock.speed })

  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header('x-sandbox-token') ?? '', token)) return c.json({ error: 'wrong token' }, 401)
    return next()
  })
  app.onError((cause, c) => {
    if (cause instanceof WrongTable) return c.json({ error: cause.message, errors: cause.errors }, 400)
    if (cause instanceof z.ZodError || cause instanceof SyntaxError) return c.json({ error: cause.message }, 400)
    if (cause instanceof FreightFailure) return c.json({ error: cause.message }, cause.status)
    return c.json({ error: String(cause) }, 500)
  })

  app.get('/clock', (c) => c.json(clockState()))
  app.post('/clock', async (c) => {
    const { speed, jumpMs } = clockSchema.parse(await c.req.json())
    if (speed !== undefined) clock.setSpeed(speed)
    if (jumpMs !== undefined) clock.jump(jumpMs)
    return c.json(clockState())
  })
  app.get('/settings', (c) => c.json(settings))
  app.post('/settings', async (c) => {
    const changed = settingsSchema
      .partial()
      .strict()
      .parse(await c.req.json())
    Object.assign(settings, changed)
    if (typeof changed.balanceMinor === 'number') grant(db, changed.balanceMinor, clock.now())
    return c.json(settings)
  })
  app.get('/account', (c) =>
    c.json({ balanceMinor: settings.balanceMinor === null ? null : balanceOf(db, clock.now()) }),
  )
  app.post('/shipments/:id/exception', async (c) => {
    const shipmentId = c.req.param('id')
    forceException(db, shipmentId, exceptionSchema.parse(await c.req.json()), clock.now())
    return c.json({ shipmentId, status: requireShipment(db, shipmentId).status })
  })
  app.get('/webhooks/:id/deliveries', (c) => {
    const { webhookId } = requireWebhook(db, c.req.param('id'))
    return c.json({ deliveries: deliveryLog(db, webhookId, logQuerySchema.parse(c.req.query()).limit) })
  })
  app.post('/sat-codes', async (c) => {
    const codes = readSatCodes(await c.req.text())
    importSatCodes(db, codes)
    return c.json({ taken: codes.length }, 201)
  })
  app.post('/places', async (c) => {
    const places = readPlaces(await c.req.text(), locations.stateNamed)
    keepPlaces(db, places)
    locations.forget()
    return c.json({ taken: places.length }, 201)
  })
  app.get('/faults', (c) => c.json({ waiting: faultApi.waiting }))
  app.post('/faults', async (c) => {
    faultApi.add(faultSchema.parse(await c.req.json()))
    return c.json({ waiting: faultApi.waiting }, 201)
  })
  app.delete('/faults', (c) => {
    faultApi.clear()
    return c.json({ waiting: faultApi.waiting })
  })
  return app
}
