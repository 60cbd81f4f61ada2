import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testSandbox } from '../support/sandbox.ts'
import { callSchema, hopsOf, reported, walkOf } from '../support/walk.ts'

const PROGRAM = new URL('submit-walk-process.ts', import.meta.url)
/**
 * The walk that ARCHITECTURE.md draws ("From the form to the kept label"); fewer are welcome, more are a detour. One that is taken again
 * counts once: how often the pool looks for more work depends on how fast the service answers.
 */
const MOST_HOPS = 58

/** Each of them after the one before. */
function inOrder(names: readonly string[], wanted: readonly string[]): boolean {
  let from = 0
  return wanted.every((name) => {
    const at = names.indexOf(name, from)
    from = at + 1
    return at >= 0
  })
}

describe('a booking from the form to the kept label', () => {
  it('walks the way that ARCHITECTURE.md tells, in no more steps, and its row is read once a change', async () => {
    const calls = z.array(callSchema).parse(await walkOf(PROGRAM, await testSandbox()))
    const hops = hopsOf(calls)
    const names = hops.map(({ file, name }) => `${file.split('/').at(-1) ?? ''} ${name}`)

    expect(
      inOrder(names, [
        "book-commands.ts 'bookings.submit'",
        'outbox.ts submit',
        'submission.ts newBooking',
        'bookings.rows.ts submit',
        'booking-moves.rows.ts takeToSend',
        'booking-write.rows.ts moveBooking',
        'send.ts send',
        'match-shipment.ts bookedAs',
        'booking-moves.rows.ts move',
        'booking-write.rows.ts moveBooking',
        'wire-booking.ts onBooked',
        'label-service.ts fetchAndStore',
        'labels.rows.ts keep',
      ]),
      reported(hops),
    ).toBe(true)
    const different = new Set(hops.map(({ from, file, name }) => `${from ?? ''} ${file} ${name}`))
    expect(different.size, reported(hops)).toBeLessThanOrEqual(MOST_HOPS)
    // Handed in, taken to be sent, booked: three changes of the row.
    const parses = calls.filter(({ file, name }) => file.endsWith('/booking-row.rows.ts') && name === 'toBooking')
    expect(parses, reported(hops)).toHaveLength(3)
  })
})
