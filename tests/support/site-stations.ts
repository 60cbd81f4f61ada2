import { palletsToChicago } from './freight.ts'
import { runningClock } from './running-clock.ts'
import type { TestSandbox } from './sandbox.ts'
import type { TestSite } from './test-site.ts'
import { testStation } from './test-station.ts'
import { memoryKeychain } from './memory-keychain.ts'
import { until } from './until.ts'
import type { StationOptions } from '../../src-main/app/station.ts'
import type { BookingState } from '../../src-shared/machine/booking.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'

/** A label as the service draws one, of that text. */
export const zplOf = (text: string): Uint8Array =>
  Buffer.from(`^XA^PW812^LL1218^FO50,50^A0N,60,60^FD${text}^FS^FO50,200^BCN,120,Y,N,N^FD${text}^FS^XZ`)

let submissions = 0

/** A booking without a quote: it needs no service. */
export const directBooking = (reference: string) => {
  const { originAddress, destinationAddress, cargo } = palletsToChicago()
  return {
    kind: 'direct' as const,
    submissionId: `site-submission-${++submissions}`,
    request: {
      ...{ originAddress, destinationAddress, reference },
      // Freight of its own: the same again within the hour is asked about.
      cargo: cargo.map((line) => ({ ...line, description: `Machine parts for ${reference}` })),
      service: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
    },
  }
}

/** The embedded service of a station that is alone and never calls it. */
const noService = async (): ReturnType<NonNullable<StationOptions['startEmbedded']>> => ({
  baseUrl: 'http://127.0.0.1:9/api/v1',
  apiKey: 'none',
  ended: new Promise(() => undefined),
  close: async () => undefined,
})

/** A station with a keychain of its own, alone until it is enrolled. */
/** @param site what makes its code */
export async function aStation(
  site: { code: () => string | Promise<string> },
  name: string,
  options: Partial<StationOptions> = {},
) {
  const keychain = memoryKeychain()
  const clock = runningClock()
  const sandbox: Pick<TestSandbox, 'clock'> = { clock }
  const given = { clock, openKeychain: async () => keychain.keychain, startEmbedded: noService, ...options }
  let opened = await testStation(sandbox as TestSandbox, given)
  const { dataDir } = opened
  const of = () => opened

  return {
    name,
    keychain,
    dataDir,
    get station() {
      return of().station
    },
    get events() {
      return of().events
    },
    run: ((command, input) => of().run(command, input)) as (typeof opened)['run'],
    until: opened.until,
    close: () => of().close(),
    /** Ends, and starts again on the same folder. */
    restart: async () => {
      await of().close()
      opened = await testStation(sandbox as TestSandbox, { ...given, dataDir })
    },
    enrol: async () => {
      await of().run('site.enrol', { code: await site.code(), name })
      // It closes its stores and opens them anew; this waits for that.
      await of().run('site.view', {})
    },
    book: (reference: string) => of().run('bookings.submit', directBooking(reference)),
    inState: (bookingId: string, ...states: BookingState[]): Promise<Booking> =>
      of().until(`${name}: ${states.join(' or ')}`, async () => {
        const booking = await of().run('bookings.get', { bookingId })
        return states.includes(booking.state) ? booking : null
      }),
    reach: (kind: 'online' | 'offline' | 'refused') =>
      of().until(`${name}: ${kind}`, async () => {
        const view = await of().run('site.view', {})
        return view.kind === 'of-site' && view.reach.kind === kind ? view : null
      }),
  }
}
export type SiteStation = Awaited<ReturnType<typeof aStation>>

/** Waits until the station has the label of this shipment. */
export const hasLabelHere = (desk: SiteStation, shipmentId: string) =>
  until(`its label at ${desk.name}`, () => {
    const { db } = desk.station.stores.ledger
    return db.prepare('SELECT 1 FROM label WHERE shipment_id = ?').get(shipmentId) === undefined ? null : true
  })

/** Enrols each of these, and waits until it reaches its site. */
export async function joinSite(...stations: readonly SiteStation[]): Promise<void> {
  for (const station of stations) {
    await station.enrol()
    await station.reach('online')
  }
}

/** Two stations of a real site, alone until they are enrolled. */
export async function docksOf(
  { site, origin, sandbox }: Pick<TestSite, 'site' | 'origin' | 'sandbox'>,
  options: Partial<StationOptions> = {},
): Promise<[SiteStation, SiteStation]> {
  const codes = { code: () => site.enrolCode([origin]) }
  const given = { clock: sandbox.clock, ...options }
  return [await aStation(codes, 'Dock A', given), await aStation(codes, 'Dock B', given)]
}
