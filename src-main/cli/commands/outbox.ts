import { z } from 'zod'
import { isCalledOff, isOpen, OPEN_BOOKINGS } from '../../../src-shared/machine/booking.ts'
import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import { cliCommand, countFlag } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type StationLink } from '../io.ts'
import { bookingExit, isNamed } from '../outcome.ts'
import { bookingLine } from '../text.ts'

const options = z.object({
  all: z.boolean().default(false),
  shipment: z.string().optional(),
  'may-be-second': z.boolean().default(false),
  limit: countFlag(500).default(100),
})
type Flags = z.output<typeof options>

/** `waybill outbox`: bookings saved here and not confirmed by the service, and a person's answers to it. */
export const outboxCommand = cliCommand({
  name: 'outbox',
  usage: `waybill outbox [list] [--all] [--limit N]
waybill outbox check BOOKING                  check with the service now
waybill outbox cancel BOOKING                 cancel it; only before it is sent
waybill outbox answer BOOKING check-again     not found: check again
waybill outbox answer BOOKING send-again      not found, so it was not booked: send it again
waybill outbox answer BOOKING send-again --may-be-second   the same, although a similar shipment exists
waybill outbox answer BOOKING adopt --shipment ID   booked twice, or a similar one exists: use this one
waybill outbox answer BOOKING give-up

BOOKING is the booking's id or its reference.`,
  options,
  run({ flags, words, io, inStation }) {
    const [action = 'list', ...rest] = words
    return inStation(async (link) => {
      if (action === 'list') {
        const { all, limit } = flags
        const bookings = await link.run('bookings.list', { limit, ...(!all && { states: [...OPEN_BOOKINGS] }) })
        if (bookings.length === limit) io.say(`These are the newest ${limit}; --limit N lists more.`)
        const none = ['Nothing is waiting: the service has confirmed all bookings.']
        return { value: bookings, lines: bookings.length === 0 ? none : bookings.map(bookingLine) }
      }
      const booking = await act(link, action, rest, flags)
      const isMeant = isCalledOff(booking) && (action === 'cancel' || rest[1] === 'give-up')
      return { value: booking, lines: [bookingLine(booking)], exit: isMeant ? EXIT.done : bookingExit(booking) }
    })
  },
})

/** By its id, or by its reference, of which the one that is open is meant. @throws StationError NOT_FOUND */
async function bookingNamed({ run }: StationLink, name: string): Promise<Booking> {
  const listed = await run('bookings.list', { text: name, limit: 500 })
  const named = listed.filter(({ bookingId, reference }) => isNamed(name, bookingId, reference))
  return named.find(isOpen) ?? named[0] ?? run('bookings.get', { bookingId: name })
}

async function act(link: StationLink, action: string, words: string[], flags: Flags): Promise<Booking> {
  const [name, answer = ''] = words
  if (name === undefined) throw new UsageError(`outbox ${action}: give the booking`)
  const { run } = link
  const { bookingId } = await bookingNamed(link, name)
  if (action === 'check') return run('bookings.check', { bookingId })
  if (action === 'cancel') return run('bookings.cancel', { bookingId })
  if (action !== 'answer') {
    throw new UsageError(`outbox: unknown action "${action}"; use list, check, cancel, or answer`)
  }
  return run('bookings.answer', { bookingId, answer: answerOf(answer, flags) })
}

function answerOf(answer: string, { shipment, 'may-be-second': mayBeSecond }: Flags) {
  switch (answer) {
    case 'send-again':
      return mayBeSecond ? { answer, mayBeSecond } : { answer }
    case 'check-again':
    case 'give-up':
      return { answer }
    case 'adopt':
      if (shipment === undefined) throw new UsageError('outbox answer adopt: give the shipment with --shipment')
      return { answer, shipmentId: shipment }
    default:
      throw new UsageError('outbox answer: use check-again, send-again, adopt, or give-up')
  }
}
