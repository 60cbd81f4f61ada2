import { z } from 'zod'
import { SHARED_KINDS, type SharedKind } from '../../site/shared-record.ts'
import { idSchema, nameSchema } from '../limits.ts'

/** One field of a record of which two stations say something else. */
export interface ConflictField {
  /** As in `address.city`. */
  path: string
  /** As a person reads it; null: there is nothing. A secret is never shown: `set`, or `another`. */
  mine: string | null
  theirs: string | null
}

/** Two edits of one record, of which a person picks. */
export interface SharedConflict {
  kind: SharedKind
  /** Of the record here. */
  recordId: string
  name: string
  /** Two records that were made at two stations and are perhaps one: both can be kept. */
  isDouble: boolean
  /** The site's version that is shown: another is another question. */
  version: number
  mine: { person: string | null; at: string; isRemoved: boolean }
  theirs: { stationName: string; person: string | null; at: string; isRemoved: boolean; name: string }
  /** Fields that differ; none where one of the two was removed. */
  fields: ConflictField[]
}

const CONFLICT_ANSWERS = ['mine', 'theirs', 'pick', 'both'] as const

const MOST_FIELDS = 100

/** Input of `site.settleConflict`. */
export const settleConflictSchema = z
  .object({
    kind: z.enum(SHARED_KINDS),
    recordId: idSchema('recordId'),
    version: z.int().positive().max(Number.MAX_SAFE_INTEGER),
    answer: z.enum(CONFLICT_ANSWERS, { error: `answer must be one of ${CONFLICT_ANSWERS.join(', ')}` }),
    /** `pick`: the fields that are taken from the site; all others stay as they are here. */
    theirs: z.array(z.string().max(200)).max(MOST_FIELDS).default([]),
    /** `both`: what the one here is called from now on. */
    name: nameSchema('name', 40).optional(),
  })
  .refine(({ answer, name, kind }) => answer !== 'both' || kind === 'address' || name !== undefined, {
    path: ['name'],
    message: 'is required: two of one name cannot be kept',
  })
export type SettleConflict = z.output<typeof settleConflictSchema>
