import { ENDED_STATUSES, MOVING_STATUSES, ON_THE_DOCK, NOTIFYING_STATUSES } from '../../src-shared/machine/shipment.ts'
import { addDays, dayAt, dayBegins } from '../../src-shared/station/day.ts'
import { isIn, isNotIn } from '../kernel/sqlite/is-in.ts'

/** The moments that decide whether a shipment needs a look, as milliseconds since 1970. */
export interface WatchTimes {
  /** Expected before it and not ended: late. The present, less the grace period. */
  now: number
  /** Expected from `now` up to it and not out for delivery: at risk. */
  riskUntil: number
  /** Under way and not heard of since: stale. */
  staleBefore: number
}

/** A shipment that a person has handled: snoozed, or acknowledged when this event was its newest. */
export interface Quiet {
  shipmentId: string
  kind: 'acknowledged' | 'snoozed'
  lastEventId: string | null
}

const HOUR_MS = 60 * 60 * 1000

/**
 * At risk are shipments expected by the end of the days at risk of the station's calendar: today and tomorrow unless
 * Settings say otherwise. The grace period before "late" is time at risk. @param staleHours see Settings.thresholds
 */
export function watchTimes(
  now: Date,
  staleHours: number,
  { lateHours = 0, riskDays = 1 }: { lateHours?: number | undefined; riskDays?: number | undefined } = {},
): WatchTimes {
  const riskUntil = dayBegins(addDays(dayAt(now), riskDays + 1)).getTime()
  return {
    now: now.getTime() - lateHours * HOUR_MS,
    riskUntil,
    staleBefore: now.getTime() - staleHours * HOUR_MS,
  }
}

/** Not ended. The condition of the indexes on shipments under way. */
export const OPEN = isNotIn('s.status', ENDED_STATUSES)
const CONDITIONS = {
  late: 's.due_at < @now',
  atRisk: `(s.due_at >= @now AND s.due_at < @riskUntil AND ${isNotIn('s.status', NOTIFYING_STATUSES)})`,
  stale: `(${isIn('s.status', MOVING_STATUSES)} AND s.heard_at < @staleBefore)`,
} as const
export type Watch = keyof typeof CONDITIONS

/**
 * Conditions over `shipment s` with @now, @riskUntil and @staleBefore. They repeat the words of the partial indexes of
 * migration 02, or those would not be used.
 */
export const WATCH_SQL: Record<Watch, string> = {
  late: `${OPEN} AND ${CONDITIONS.late}`,
  atRisk: `${OPEN} AND ${CONDITIONS.atRisk}`,
  stale: `${OPEN} AND ${CONDITIONS.stale}`,
}

/** Booked and not with the carrier. It repeats the words of the same index. */
export const NOT_PICKED_UP_SQL = `${OPEN} AND ${isIn('s.status', ON_THE_DOCK)}`

/** Needs a person, acknowledged or not. */
export const NEEDS_LOOK_SQL = `${OPEN} AND (s.status = 'EXCEPTION' OR ${Object.values(CONDITIONS).join(' OR ')})`

/** The same without those in @quiet (a JSON list of `Quiet`) that a person has handled. */
export const ATTENTION_SQL = `${NEEDS_LOOK_SQL}
  AND s.place NOT IN (
    SELECT p.place FROM json_each(@quiet) q JOIN shipment p ON p.shipment_id = q.value ->> 'shipmentId'
    WHERE q.value ->> 'kind' = 'snoozed' OR p.last_event_id IS q.value ->> 'lastEventId')`
