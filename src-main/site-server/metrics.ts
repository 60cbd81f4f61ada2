import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { z } from 'zod'
import { BOOKING_STATES, OPEN_BOOKINGS } from '../../src-shared/machine/booking.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import type { SiteDatabase } from './site-database.ts'

const depthSchema = z.array(z.object({ state: z.enum(BOOKING_STATES), n: z.int(), oldest: z.number() }))
const countSchema = z.object({ stations: z.int(), seen: z.int() })

export type SiteMetrics = ReturnType<typeof createSiteMetrics>

/** The metrics for the people who run a site. Names and labels hold no reference, no address and no key. */
export function createSiteMetrics(db: SiteDatabase) {
  const registry = new Registry()
  const of = <T extends object>(more: T) => ({ registers: [registry], ...more })
  const depth = new Gauge(
    of({
      name: 'waybill_site_bookings_open',
      help: 'Bookings that are not at their end',
      labelNames: ['state'] as const,
    }),
  )
  const oldest = new Gauge(
    of({
      name: 'waybill_site_oldest_due_seconds',
      help: 'How long the oldest due booking has waited',
      labelNames: ['state'] as const,
    }),
  )
  const stations = new Gauge(of({ name: 'waybill_site_stations', help: 'Stations that are enrolled' }))
  const seen = new Gauge(of({ name: 'waybill_site_stations_seen', help: 'Of these, heard of in the last minute' }))
  const roundTrip = new Gauge(of({ name: 'waybill_site_database_seconds', help: 'One question to the database' }))
  const listeners = new Gauge(of({ name: 'waybill_site_feed_listeners', help: 'Streams of the feed that are open' }))
  const isSender = new Gauge(of({ name: 'waybill_site_is_sender', help: '1: this process sends' }))
  const budget = new Gauge(
    of({
      name: 'waybill_site_rate_left',
      help: 'Calls to the freight service that are left in this minute',
      labelNames: ['family'] as const,
    }),
  )
  const sends = new Counter(
    of({
      name: 'waybill_site_sends_total',
      help: 'Bookings that were moved, by where to',
      labelNames: ['state'] as const,
    }),
  )
  const refused = new Counter(
    of({ name: 'waybill_site_refused_total', help: 'Requests that were refused', labelNames: ['code'] as const }),
  )
  const faults = new Counter(of({ name: 'waybill_site_faults_total', help: 'Faults of Waybill itself' }))
  const trackingAge = new Gauge(
    of({
      name: 'waybill_site_tracking_age_seconds',
      help: 'Since the freight service last answered the tracking poller',
    }),
  )
  const quarantine = new Gauge(
    of({ name: 'waybill_site_tracking_set_aside', help: 'Rows of the freight service that could not be read' }),
  )
  const webhooks = new Counter(
    of({
      name: 'waybill_site_webhooks_total',
      help: 'Webhooks of the freight service, by what became of them',
      labelNames: ['outcome'] as const,
    }),
  )
  const webhookLatency = new Histogram(
    of({
      name: 'waybill_site_webhook_seconds',
      help: 'From a webhook being kept to the freight service having been asked about it',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    }),
  )
  const isSubscribed = new Gauge(
    of({ name: 'waybill_site_webhook_subscribed', help: '1: the freight service has the subscription of this site' }),
  )
  const feedLatency = new Histogram(
    of({
      name: 'waybill_site_feed_seconds',
      help: 'From a page of the feed being read to its being written to a station',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    }),
  )

  return {
    listeners,
    isSender,
    budget,
    sends,
    refused,
    faults,
    feedLatency,
    trackingAge,
    quarantine,
    webhooks,
    webhookLatency,
    isSubscribed,

    /** Prometheus' text format. @param elapsed measures in seconds */
    text: async (elapsed: () => () => number): Promise<{ type: string; text: string }> => {
      const end = elapsed()
      const rows = depthSchema.parse(
        await db.all(
          `SELECT state, count(*) AS n, coalesce(extract(epoch FROM max(site_now() - due_at)), 0)::float8 AS oldest
           FROM booking WHERE ${isIn('state', OPEN_BOOKINGS)} GROUP BY state`,
        ),
      )
      roundTrip.set(end())
      for (const state of OPEN_BOOKINGS) {
        const row = rows.find((found) => found.state === state)
        depth.set({ state }, row?.n ?? 0)
        oldest.set({ state }, Math.max(0, row?.oldest ?? 0))
      }
      const counted = countSchema.parse(
        await db.one(
          `SELECT count(*) AS stations, count(*) FILTER (WHERE seen_at > site_now() - interval '1 minute') AS seen
           FROM station WHERE revoked_at IS NULL`,
        ),
      )
      stations.set(counted.stations)
      seen.set(counted.seen)
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
