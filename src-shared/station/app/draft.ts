import { z } from 'zod'
import { boundedJson } from '../../bounded-json.ts'

/** The most one draft may hold, as UTF-8 JSON. */
export const MOST_DRAFT_BYTES = 256 * 1024
/** Of one form; the oldest goes first. */
export const MOST_DRAFTS = 200

const form = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9.-]{0,39}$/, 'form must be a short lowercase name, such as quote')
const key = z.string().min(1, 'key is required').max(120)

export const draftKeySchema = z.object({ form, key })
export const draftListSchema = z.object({ form: form.optional(), limit: z.int().min(1).max(500).default(100) })
export const draftSaveSchema = z.object({
  form,
  key,
  body: boundedJson({ depth: 32, values: 20_000, text: MOST_DRAFT_BYTES }),
})

/** A form that was not finished, as the screen left it. */
export interface Draft {
  form: string
  key: string
  body: z.core.util.JSONType
  updatedAt: string
  /** The time of the backup that it came back with: its booking may have been made since. Null: written after any. */
  restoredFrom: string | null
}
