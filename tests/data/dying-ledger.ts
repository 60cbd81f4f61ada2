import { z } from 'zod'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { newBooking } from '../support/bookings.ts'

/**
 * A ledger in a process of its own: `dying-ledger.ts ORDER_JSON`. It tells each step by a line and kills itself, as a power
 * cut does, when it comes to the nth.
 */
export const orderSchema = z.object({
  dataDir: z.string(),
  now: z.string(),
  /** The step to die at, counted from 1; 0: none. */
  dieAt: z.int(),
  /** A booking to hand in once the ledger is open, by its id. */
  book: z.string().nullable(),
  /** `clock`: what is due, before the booking; `asked`: a full copy after it as well. */
  backsUp: z.enum(['no', 'clock', 'asked']),
  /** As if the ledger were large: copied by a process of its own, looked through in a thread. */
  isLarge: z.boolean(),
  answer: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('new') }),
      z.object({ kind: z.literal('restore'), name: z.string() }),
    ])
    .nullable(),
})
export type DyingOrder = z.infer<typeof orderSchema>

const { dataDir, now, dieAt, book, backsUp, isLarge, answer } = orderSchema.parse(JSON.parse(process.argv[2] ?? ''))
const clock = { now: () => new Date(now) }
let steps = 0
const atStep = (name: string) => {
  steps += 1
  // Written at once: what waits in a buffer dies with the process.
  process.stdout.write(`${name}\n`)
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL')
}

async function live(): Promise<void> {
  const ledger = await openLedger(dataDir, clock, { atStep, answer: answer ?? undefined })
  if (backsUp !== 'no') await ledger.backups.tick()
  if (book !== null) {
    await bookingStore(ledger.db, clock).submit(newBooking(book))
    atStep('booked')
  }
  if (backsUp === 'asked') await ledger.backups.takeFull()
  ledger.close()
}

const own = runtime()
await inRuntime({ ...own, processes: { ...own.processes, ...(isLarge && { smallBytes: 0 }) } }, live)
