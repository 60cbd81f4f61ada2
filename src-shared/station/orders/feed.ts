import { z } from 'zod'
import { columnMapSchema, type ColumnMap } from '../batch/batch-field.ts'
import type { TablePreview } from '../batch/batch.ts'
import type { StationErrorData } from '../error.ts'
import { idSchema } from '../limits.ts'

const MOST_PATH = 1_000
const MOST_MINOR = 1e12

const folderSchema = z
  .string()
  .trim()
  .min(1, 'folder is required')
  .max(MOST_PATH, `folder must be at most ${MOST_PATH} characters`)

/** Bookings that a scan may make without a confirmation: a person allows it, up to an amount. */
const scanRuleSchema = z.object({
  most: z.object({
    minor: z.int('amount must be a number').positive('amount must be more than 0').max(MOST_MINOR),
    currency: z
      .string()
      .length(3, 'currency must be a three-letter code')
      .regex(/^[A-Z]{3}$/, 'currency must be a three-letter code'),
  }),
})

/** Input of `orders.configureFeed`. */
export const feedSettingsSchema = z.object({
  isOn: z.boolean().default(false),
  /** On this machine, or a share that it has; a whole path. */
  folder: folderSchema.nullable().default(null),
  /** Null: the columns are not mapped yet, and files wait. */
  map: columnMapSchema.nullable().default(null),
  /** Null: nothing is booked by a scan. */
  scanRule: scanRuleSchema.nullable().default(null),
})
export type FeedSettings = z.output<typeof feedSettingsSchema>

/** As it is kept: with the person who allows it. */
export const savedFeedSchema = feedSettingsSchema.extend({
  scanRule: scanRuleSchema.extend({ madeBy: z.string().nullable(), madeAt: z.string() }).nullable().default(null),
})
export type SavedFeed = z.output<typeof savedFeedSchema>

export const FILE_STATES = ['reading', 'done', 'failed', 'repeated'] as const

/** A row that could not be read. */
export const orderProblemSchema = z.object({
  row: z.int(),
  column: z.string().nullable(),
  message: z.string(),
})
export type OrderProblem = z.output<typeof orderProblemSchema>

/** The outcome of one file. */
export interface OrderFile {
  fileId: string
  name: string
  state: (typeof FILE_STATES)[number]
  bytes: number
  added: number
  same: number
  /** Known orders with other content. */
  asked: number
  /** Rows that could not be read; `problems` are the first of them. */
  refused: number
  problems: OrderProblem[]
  /** Why nothing of it was taken; null: some of it was. */
  error: StationErrorData | null
  at: string
}

/** Answer of `orders.feed`. */
export interface FeedState {
  settings: SavedFeed
  /** off; no-folder, no-map: a setting is missing; watching; reading; gone: the folder cannot be reached (`error`). */
  state: 'off' | 'no-folder' | 'no-map' | 'watching' | 'reading' | 'gone'
  error: StationErrorData | null
  /** Files that lie there and are not read yet. */
  waiting: number
  /** Rows of the file that is being read; null: none is. */
  reading: number | null
  lookedAt: string | null
  /** The newest. */
  files: OrderFile[]
}

/** Input of `orders.previewFeed`. */
export const feedPreviewSchema = z.object({
  folder: folderSchema,
  map: columnMapSchema.nullable().default(null),
})

/** Answer of `orders.previewFeed`: the newest file of the folder, as the map reads it. */
export interface FeedPreview {
  /** Null: there is no file that could be read. */
  name: string | null
  head: TablePreview | null
  /** The map suggested by the headers. */
  suggested: ColumnMap | null
  /** Of the first rows, read with the map given, else with the suggested one. */
  orders: { row: number; reference: string; consigneeName: string; destination: string }[]
  problems: OrderProblem[]
  error: StationErrorData | null
}

export const feedFileSchema = z.object({ fileId: idSchema('fileId') })
