import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { BookingState } from '../../../../src-shared/machine/booking.ts'
import { lookOnceMore } from '../settle.ts'
import { until } from '../../../support/until.ts'
import { ask } from './cluster.ts'
import { decideEverywhere } from './people.ts'
import { openPlace, openSitePlace, passTime, type Theatre } from './theatre.ts'

const STEP_MS = 20_000
const PAUSE_MS = 120
/** More than any round takes; whoever goes round in circles ends here. */
const MOST_STEPS = 500
/** Time does not help when so many steps change nothing. */
const STEPS_IN_VAIN = 150
const QUIET_STEPS = 3
const WATCHED_MINUTES = 8

const openSchema = z.array(z.object({ what: z.string() }))
const OPEN = ['QUEUED', 'SENDING', 'UNKNOWN'] as const satisfies readonly BookingState[]
const shownSchema = z.array(z.looseObject({ reference: z.string(), state: z.string() }))
const viewSchema = z.looseObject({ kind: z.string(), waiting: z.number().optional() })

/**
 * No more faults: everything runs, every network is whole, every clock right, and one of the site's processes has the seat.
 * @returns what is left open for all that, a line each
 */
export async function makePeace(theatre: Theatre): Promise<string[]> {
  const { proxy, service, sites, places } = theatre
  proxy.calm()
  await service.clearFaults()
  const [first, ...others] = sites
  for (const site of sites) {
    site.running?.thaw()
    site.isFrozen = false
  }
  if (first && first.running === null) await openSitePlace(theatre, first)
  // A look compares with dozens of shipments, a call each: after a restore hundreds of bookings would wait for a slow keychain.
  await first?.running?.calm()
  for (const site of others) {
    await site.running?.close()
    site.running = null
  }
  for (const place of places) {
    place.link.set('open')
    const station = place.running ?? (await openPlace(theatre, place))
    station.jump(-place.skewMs)
    place.skewMs = 0
  }
  await settle(theatre)
  for (const { running } of places) if (running) await lookOnceMore(running)
  await settle(theatre)
  // Nobody does anything: what is due has to be done by whoever is to do it.
  for (let minute = 0; minute < WATCHED_MINUTES; minute++) {
    await passTime(theatre, 60_000)
    await sleep(PAUSE_MS)
  }
  await settle(theatre)
  return (await openWork(theatre)).split('\n').filter(Boolean)
}

/** Gives everything time, until nothing is open but questions that people leave open, or time does not help. */
async function settle(theatre: Theatre): Promise<void> {
  let quiet = 0
  let inVain = 0
  let before = ''
  for (let step = 0; step < MOST_STEPS && quiet < QUIET_STEPS && inVain < STEPS_IN_VAIN; step++) {
    while (theatre.proxy.isBooking()) await sleep(5)
    await passTime(theatre, STEP_MS)
    await sleep(PAUSE_MS)
    await decideEverywhere(theatre, 'peace', step)
    const now = await openWork(theatre)
    quiet = now === '' ? quiet + 1 : 0
    inVain = now === before ? inVain + 1 : 0
    if (now === '') inVain = 0
    before = now
  }
}

/** What still has a way to go, as text; empty: nothing. */
async function openWork({ cluster, places }: Theatre): Promise<string> {
  const rows = await until('the database', () =>
    ask(
      cluster.url,
      `SELECT booking_id || state || updated_at AS what FROM booking WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN')
       UNION ALL SELECT change_id || state || updated_at FROM shipment_change c WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN')
         AND NOT EXISTS (SELECT 1 FROM booking b WHERE b.booking_id = c.booking_id AND b.state = 'NEEDS_DECISION')
       UNION ALL SELECT station_id || ' is not in step' FROM station
         WHERE synced_to IS DISTINCT FROM (SELECT timeline FROM sender) ORDER BY 1`,
    ).catch(() => null),
  )
  const atStations = await Promise.all(
    places.map(async ({ name, running }) => {
      const view = await running?.invoke('site.view', {})
      const waiting = view?.ok ? (viewSchema.parse(view.value).waiting ?? 0) : 0
      // What has ended at the site and is open here has not been heard of yet.
      const open = await running?.invoke('bookings.list', { states: [...OPEN], limit: 50 })
      const shown = open?.ok ? shownSchema.parse(open.value).map(({ reference, state }) => `${reference} ${state}`) : []
      return [
        ...(waiting > 0 ? [`${name} has ${waiting} to hand over`] : []),
        ...shown.map((one) => `${name} shows ${one}`),
      ]
    }),
  )
  return [...openSchema.parse(rows).map(({ what }) => what), ...atStations.flat()].join('\n')
}
