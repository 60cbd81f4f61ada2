import { FAILED_CHANGES } from '../../../src-shared/machine/change.ts'
import {
  IN_FLIGHT,
  IN_HAND,
  MAY_HAVE_COME_OUT,
  ON_ITS_WAY,
  OPEN,
  OUT,
  QUEUED,
  UNPROVED,
  type JobCondition,
} from '../../../src-shared/machine/print-job.ts'
import { LABEL_PURPOSES } from '../../../src-shared/station/printing/printing.ts'
import { isIn, isNotIn } from '../../kernel/sqlite/is-in.ts'

/** `isLabel` of a job for a WHERE; the column is that of print_job, or of this alias of it. */
export const labelsOf = (alias = ''): string => isIn(alias === '' ? 'purpose' : `${alias}.purpose`, LABEL_PURPOSES)
export const IS_LABEL = labelsOf()

/** A shipment is canceled, or is to be, as far as is known here, also of the site. @param shipmentId in SQL */
export const isCanceled = (shipmentId: string): string => `(EXISTS (SELECT 1 FROM shipment_change
    WHERE shipment_id = ${shipmentId} AND change ->> 'kind' = 'cancel' AND ${isNotIn('state', FAILED_CHANGES)})
  OR EXISTS (SELECT 1 FROM booking WHERE shipment_id = ${shipmentId} AND cancellation IS NOT NULL)
  OR EXISTS (SELECT 1 FROM site_booking
    WHERE shipment_id = ${shipmentId} AND record ->> '$.course.cancellation' IS NOT NULL))`

/** A condition of the machine for a WHERE; the columns are those of print_job, or of this alias of it. */
export function jobsThat({ states, orTriedAgain }: JobCondition, alias = ''): string {
  const column = (name: string) => (alias === '' ? name : `${alias}.${name}`)
  const inState = `${column('state')} IN (${states.map((state) => `'${state}'`).join(', ')})`
  return orTriedAgain ? `(${inState} OR ${column('next_try_at')} IS NOT NULL)` : inState
}

/**
 * The condition of the index print_job_open, word for word: SQLite takes a partial index only for a query that says the
 * same. Beside it, `next_try_at IS NOT NULL` is that of print_job_retry.
 */
export const IS_OPEN = jobsThat(OPEN)
export const IS_OUT = jobsThat(OUT)
export const IS_UNPROVED = jobsThat(UNPROVED)
/** Of those that are open, so that the same index serves. */
export const IS_QUEUED = `${IS_OPEN} AND ${jobsThat(QUEUED)}`
/** `isInHand` of the machine. */
export const IS_IN_HAND = `${IS_OPEN} AND ${jobsThat(IN_HAND)} AND question IS NOT 'stale'`
export const IS_IN_FLIGHT = `${IS_OPEN} AND ${jobsThat(IN_FLIGHT)}`
/** Of the jobs of one shipment, or of a few rows. */
export const IS_ON_ITS_WAY = jobsThat(ON_ITS_WAY)
/** Of all jobs: SQLite takes no partial index for one side of an OR, and would read the whole history. */
export const ALL_ON_ITS_WAY = `seq IN (SELECT seq FROM print_job WHERE ${IS_OPEN}
  UNION ALL SELECT seq FROM print_job INDEXED BY print_job_retry WHERE next_try_at IS NOT NULL)`
/** Of the jobs that are on their way: `asksSomebody` of the machine. */
export const ASKS_SOMEBODY = `(${jobsThat(MAY_HAVE_COME_OUT)} OR question IS NOT NULL)`
