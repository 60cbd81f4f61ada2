import type { z } from 'zod'
import type { ActAnswer, SiteAct } from '../../src-shared/site/act.ts'
import type { actRequestSchema } from '../../src-shared/site/act.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Outbox } from '../booking/outbox/outbox.ts'
import { noteAct } from './acts.rows.ts'
import { contentHash } from '../kernel/content-hash.ts'
import type { OutboxBookings } from '../booking/outbox/outbox-stores.ts'
import { siteBookingsById, siteChangesById } from './record.rows.ts'
import type { SiteDatabase } from './site-database.ts'
import { assertInStep } from './timeline.rows.ts'
import { asStation } from './upload-service.ts'

const NOT_IN_STEP =
  "The site's database was restored, and stations must upload their records again first. Try again when they have."

/** What people of stations do with bookings that the site has. */
export function createActionService(options: {
  db: SiteDatabase
  outbox: Outbox
  bookings: Pick<OutboxBookings, 'hold'>
}) {
  const { db, outbox, bookings } = options

  async function carryOut(act: SiteAct): Promise<void> {
    switch (act.act) {
      case 'cancel':
        await outbox.cancel(act.bookingId)
        return
      case 'hold': {
        // The day begins where the station is: the station reports it.
        const { hold } = act
        await bookings.hold(act.bookingId, hold === null ? null : { day: hold.day, until: new Date(hold.until) })
        outbox.kick()
        return
      }
      case 'answer':
        await outbox.answer(act.bookingId, act.answer)
        return
      case 'check':
        await outbox.check(act.bookingId)
        return
      case 'drop-change':
        await outbox.dropChange(act.changeId)
    }
  }

  return {
    /** The same id twice is one act. @throws StationError SUBMISSION_DIFFERS, and what the act is refused with */
    act: async (stationId: string, request: z.output<typeof actRequestSchema>): Promise<ActAnswer> => {
      const { actId, act, person } = request
      const hash = contentHash(request)
      // Its shipment may be another booking's, which is not reported again yet.
      if (act.act === 'answer' || act.act === 'check') await assertInStep(db, NOT_IN_STEP)
      const noted = await noteAct(db, { actId, stationId, hash })
      if (noted === 'other') throw differs(actId)
      if (noted === 'new') await asStation(stationId, person, () => carryOut(act))
      if (act.act === 'drop-change') {
        return { booking: null, change: (await siteChangesById(db, [act.changeId])).get(act.changeId) ?? null }
      }
      return { booking: (await siteBookingsById(db, [act.bookingId])).get(act.bookingId) ?? null, change: null }
    },
  }
}

export type ActionService = ReturnType<typeof createActionService>

function differs(actId: string): StationError {
  return new StationError({
    code: 'SUBMISSION_DIFFERS',
    message: 'This id was already used for another action. Nothing was done.',
    details: { actId },
  })
}
