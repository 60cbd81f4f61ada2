import type { BookingStore } from '../bookings.rows.ts'
import type { ChangeStore } from '../changes/shipment-changes.rows.ts'
import type { LabelStore } from '../../labels/labels.rows.ts'

/**
 * What the outbox takes of a database: the ledger of a station, or a site's. Every function is one whole transaction. Both
 * pass one suite of tests (tests/site-server/contract.test.ts).
 */
export type OutboxBookings = Pick<
  BookingStore,
  | 'adoptInterrupted'
  | 'edit'
  | 'findByShipment'
  | 'get'
  | 'hasten'
  | 'hold'
  | 'isClaimed'
  | 'move'
  | 'nextDueAt'
  | 'referenceFor'
  | 'submit'
  | 'takeToLook'
  | 'takeToSend'
>

/** The same of changes to shipments. */
export type OutboxChanges = Pick<
  ChangeStore,
  'add' | 'adoptInterrupted' | 'get' | 'hasten' | 'move' | 'nextDueAt' | 'ofSubmission' | 'take'
>

/** What the keeper of labels takes. */
export type AllLabelFiles = Pick<LabelStore, 'keep' | 'missing' | 'noteFailure' | 'of'>
