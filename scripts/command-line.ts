import { z } from 'zod'

/** What decides a run of chaos; a new word when none is given. */
export const seedOption = z
  .string()
  .regex(/^[\w-]{1,12}$/, '--seed must be 1 to 12 letters, digits, - or _')
  .default(() => Math.floor(Math.random() * 36 ** 6).toString(36))

/** Only this round of a run. */
export const roundOption = z.coerce
  .number('--round must be a number')
  .int()
  .positive('--round must be at least 1')
  .optional()

/** Asked to stop, a run ends the round under way and says what it has; asked again, it goes at once. */
export function stopBySignal(): { isAsked: boolean } {
  const stop = { isAsked: false }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.isAsked) process.exit(130)
      stop.isAsked = true
    })
  }
  return stop
}
