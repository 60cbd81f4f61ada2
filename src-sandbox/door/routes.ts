import { Hono } from 'hono'
import { z } from 'zod'
import { timestamp, type ServiceClock } from '../clock.ts'
import { isSameSecret } from '../http/secret.ts'
import { faultSchema, type FaultDoor } from './faults.ts'

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

/** The fault door: clock and faults, for tests and training. Guarded by its own token, never part of the interface. */
export function serveDoor(door: FaultDoor, clock: ServiceClock, token: string): Hono {
  const app = new Hono()
  const clockState = () => ({ now: timestamp(clock.now()), speed: clock.speed })

  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header('x-sandbox-token') ?? '', token)) return c.json({ error: 'wrong token' }, 401)
    return next()
  })
  app.onError((cause, c) =>
    cause instanceof z.ZodError || cause instanceof SyntaxError
      ? c.json({ error: cause.message }, 400)
      : c.json({ error: String(cause) }, 500),
  )

  app.get('/clock', (c) => c.json(clockState()))
  app.post('/clock', async (c) => {
    const { speed, jumpMs } = clockSchema.parse(await c.req.json())
    if (speed !== undefined) clock.setSpeed(speed)
    if (jumpMs !== undefined) clock.jump(jumpMs)
    return c.json(clockState())
  })
  app.get('/faults', (c) => c.json({ waiting: door.waiting }))
  app.post('/faults', async (c) => {
    door.add(faultSchema.parse(await c.req.json()))
    return c.json({ waiting: door.waiting }, 201)
  })
  app.delete('/faults', (c) => {
    door.clear()
    return c.json({ waiting: door.waiting })
  })
  return app
}
