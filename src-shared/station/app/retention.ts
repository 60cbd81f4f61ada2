import { z } from 'zod'

/**
 * The retention that a person sets, in days: where it starts, and the least and the most that can be set. Nothing
 * else of the ledger expires by age: bookings, money, manifests, notes and the audit log are kept forever.
 */
const RETENTION = {
  /**
   * Bytes of labels and of print jobs, counted from the delivery, and from the job's end. A year at least, as long as the
   * papers of a shipment are asked for (49 CFR 379, Appendix A).
   */
  labels: { starts: 730, least: 365, most: 3650 },
  /** Tracking events of a shipment, counted from its delivery. */
  events: { starts: 1095, least: 30, most: 3650 },
  /** Lists of a shipment's papers, counted from the last look at them; the papers are the service's. */
  documents: { starts: 365, least: 7, most: 3650 },
  /** Quotes, counted from when they were asked for; the newest 10,000 at most. */
  quotes: { starts: 90, least: 7, most: 1825 },
  /**
   * Orders of other systems that were booked or dismissed, and the files they came in, counted from then. Open ones
   * stay; the booking has its own retention.
   */
  orders: { starts: 730, least: 30, most: 3650 },
  /** The log of calls; the newest 50,000 at most. */
  requests: { starts: 30, least: 7, most: 365 },
} as const
export type RetainedKind = keyof typeof RETENTION
export const RETAINED_KINDS = [
  'labels',
  'events',
  'documents',
  'quotes',
  'orders',
  'requests',
] as const satisfies readonly RetainedKind[]

const days = (kind: RetainedKind) => {
  const { least, most } = RETENTION[kind]
  const message = `${kind} must be kept for ${least} to ${most} whole days`
  return z.int(message).min(least, message).max(most, message)
}

/** Days, by kind of data. */
export const retentionRulesSchema = z.object({
  labels: days('labels'),
  events: days('events'),
  documents: days('documents'),
  quotes: days('quotes'),
  // Rules that were laid down before orders were among them do not cover these.
  orders: days('orders').default(RETENTION.orders.starts),
  requests: days('requests'),
})
export type RetentionRules = z.output<typeof retentionRulesSchema>

export const STARTING_RETENTION: RetentionRules = {
  labels: RETENTION.labels.starts,
  events: RETENTION.events.starts,
  documents: RETENTION.documents.starts,
  quotes: RETENTION.quotes.starts,
  orders: RETENTION.orders.starts,
  requests: RETENTION.requests.starts,
}

/**
 * How much of one kind expires, or expired: labels as documents, others as rows. Bytes are their content, without
 * indexes.
 */
export interface Removed {
  kind: RetainedKind
  count: number
  bytes: number
}

/** Answer of the retention commands. */
export interface Removal {
  rules: RetentionRules
  /** One a kind, in the order of RETAINED_KINDS. */
  removed: Removed[]
  /** When the last whole round ended, ISO 8601 in UTC; null: none ever did. */
  lastRoundAt: string | null
}
