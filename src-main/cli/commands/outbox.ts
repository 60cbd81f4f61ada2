import { z } from 'zod'
import { isOpen } from '../../../src-shared/machine/booking.ts'
import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { bookingExit, bookingLine } from '../booking-text.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type StationLink } from '../io.ts'
import { withStation } from '../with-station.ts'

const flagsSchema = z.object({
  all: z.boolean().default(false),
  shipment: z.string().optional(),
  'may-be-second': z.boolean().default(false),
  limit: z.coerce.number().int().min(1, 'must be 1 to 500').max(500, 'must be 1 to 500').default(100),
})

/** `waybill outbox`: what is saved here and not confirmed by the service, and a person's answers to it. */
export const outboxCommand: CliCommand = {
  name: 'outbox',
  summary: 'bookings that are not sent, unknown or need an answer',
  usage: `waybill outbox [list] [--all] [--limit N]
waybill outbox check BOOKING                  look for it at the service now
waybill outbox cancel BOOKING                 give it up; only while it was not sent
waybill outbox answer BOOKING check-again     not found: look once more
waybill outbox answer BOOKING send-again      not found: it was not booked, send it once more
waybill outbox answer BOOKING send-again --may-be-second   the same although a shipment looks like it
waybill outbox answer BOOKING adopt --shipment ID   booked twice, or one looks like it: this one counts
waybill outbox answer BOOKING give-up

BOOKING is the booking's id or its reference.`,

  async run(args, io) {
    const { flags, words, common } = readArguments(
      args,
      {
        all: { type: 'boolean' },
        shipment: { type: 'string' },
        'may-be-second': { type: 'boolean' },
        limit: { type: 'string' },
      },
      flagsSchema,
    )
    const [action = 'list', ...rest] = words
    return withStation(io, common, { background: false }, async (link) => {
      if (action === 'list') {
        const listed = await link.run('bookings.list', { limit: flags.limit })
        const bookings = listed.filter((booking) => flags.all || isOpen(booking))
        if (common.json) io.out(JSON.stringify(bookings))
        else if (bookings.length === 0) io.out('Nothing waits: every booking is confirmed by the service.')
        else for (const booking of bookings) io.out(bookingLine(booking))
        return EXIT.done
      }
      const booking = await act(link, action, rest, flags)
      io.out(common.json ? JSON.stringify(booking) : bookingLine(booking))
      return bookingExit(booking)
    })
  },
}

async function act(
  link: StationLink,
  action: string,
  words: string[],
  flags: z.output<typeof flagsSchema>,
): Promise<Booking> {
  const [name, answer] = words
  if (name === undefined) throw new UsageError(`outbox ${action}: name the booking`)
  const { bookingId } = await findBooking(link, name)
  switch (action) {
    case 'check':
      return link.run('bookings.check', { bookingId })
    case 'cancel':
      return link.run('bookings.cancel', { bookingId })
    case 'answer':
      switch (answer) {
        case 'send-again': {
          const mayBeSecond = flags['may-be-second'] ? { mayBeSecond: true as const } : {}
          return link.run('bookings.answer', { bookingId, answer: { answer, ...mayBeSecond } })
        }
        case 'check-again':
        case 'give-up':
          return link.run('bookings.answer', { bookingId, answer: { answer } })
        case 'adopt':
          if (flags.shipment === undefined)
            throw new UsageError('outbox answer adopt: name the shipment with --shipment')
          return link.run('bookings.answer', { bookingId, answer: { answer, shipmentId: flags.shipment } })
        default:
          throw new UsageError('outbox answer: the answer is check-again, send-again, adopt or give-up')
      }
    default:
      throw new UsageError(`outbox: there is no "${action}"; it is list, check, cancel or answer`)
  }
}

/** By id, or by reference among the newest. @throws UsageError */
async function findBooking({ run }: StationLink, name: string): Promise<Booking> {
  const bookings = await run('bookings.list', { limit: 500 })
  const found = bookings.find(
    ({ bookingId, reference }) => bookingId === name || reference.toLowerCase() === name.toLowerCase(),
  )
  return found ?? run('bookings.get', { bookingId: name })
}
