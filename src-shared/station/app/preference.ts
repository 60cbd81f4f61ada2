import { z } from 'zod'
import { boundedJson } from '../../bounded-json.ts'

/**
 * A person's preferences at this station, by name: a closed list, so that it cannot grow. The screen that reads one
 * defines its content, and ignores values that do not fit.
 */
export const PREFERENCES = [
  /** The board's columns, its saved filters, and the filter in use last. */
  'track.columns',
  'track.filters',
  'track.filter',
  /** The columns of the list of orders, and its saved filters. */
  'orders.columns',
  'orders.filters',
  /** The unit of the bench's scale. */
  'pack.weightUnit',
  /** The printer chosen on Pack in place of the default. */
  'pack.printer',
  /** `us`: the scanner types as on a US keyboard, regardless of this computer's layout. */
  'pack.scannerLayout',
] as const
export type PreferenceName = (typeof PREFERENCES)[number]

/** The most one preference may hold, in characters of its texts. */
const MOST_PREFERENCE_CHARS = 64 * 1024

export const preferenceSetSchema = z.object({
  name: z.enum(PREFERENCES, { error: `name must be one of ${PREFERENCES.join(', ')}` }),
  value: boundedJson({ depth: 16, values: 5_000, text: MOST_PREFERENCE_CHARS }),
})

/** The preferences, by name; a name that is absent was never set. */
export type Preferences = Partial<Record<PreferenceName, z.core.util.JSONType>>
