import { z } from 'zod'
import { isOneOf } from '../machine/one-of.ts'
import { addressBodySchema } from '../station/addresses/address-book.ts'
import { columnMapSchema } from '../station/batch/batch-field.ts'
import { stationErrorSchema } from '../station/error.ts'
import { idSchema, instantSchema, strictInstantSchema } from '../station/limits.ts'
import { presetInputSchema } from '../station/quote/preset.ts'
import { ROLES } from '../station/role.ts'
import { sitePersonSchema, timelineSchema } from './identity.ts'
import { siteSettingsSchema } from './settings.ts'

/** What all stations of a site share and any of them may edit. */
export const SHARED_KINDS = ['address', 'preset', 'column_map', 'note', 'attention', 'person', 'setting'] as const
export type SharedKind = (typeof SHARED_KINDS)[number]
export const isSharedKind = (word: string): word is SharedKind => isOneOf(word, SHARED_KINDS)

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** Characters of the names that no two may have: one that is told apart keeps within them. */
export const MOST_NAME = 80
export const MOST_PERSON_NAME = 40

/** The shared fields of each kind: the same at every station, and at the site. */
export const SHARED_BODIES = {
  // Names that an older version took may hold line breaks.
  address: addressBodySchema.extend({ name: z.string().trim().min(1).max(120) }),
  preset: presetInputSchema.extend({ name: z.string().trim().min(1).max(MOST_NAME) }),
  column_map: z.object({ name: z.string().min(1).max(MOST_NAME), map: columnMapSchema }),
  note: z.object({
    environment: z.string().min(1).max(500),
    shipmentId: idSchema('shipmentId'),
    text: z.string().max(2_000),
    at: instantSchema,
    author: z.string().max(80).nullable(),
  }),
  /** Under the shipment's id: the acknowledgment. */
  attention: z.object({
    environment: z.string().min(1).max(500),
    shipmentId: idSchema('shipmentId'),
    kind: z.enum(['acknowledged', 'snoozed']),
    lastEventId: z.string().max(200).nullable(),
    until: instantSchema.nullable(),
    at: instantSchema,
  }),
  /** Badge and PIN as hashes: they go to stations that are enrolled, and to no log, audit row or screen. */
  person: z.object({
    name: z.string().min(1).max(MOST_PERSON_NAME),
    role: z.enum(ROLES),
    badgeHash: sha256Hex.nullable(),
    pinHash: z.string().max(300).nullable(),
  }),
  /** Under `FOR_ALL`, or a station's id. */
  setting: siteSettingsSchema,
} as const satisfies Record<SharedKind, z.ZodType>
export type SharedBody<K extends SharedKind> = z.output<(typeof SHARED_BODIES)[K]>

/** Kinds of which no two may have one name, in any letter case. */
export const NAMED_ONCE = ['preset', 'column_map', 'person'] as const satisfies readonly SharedKind[]

/** People's entries about a shipment; they are audited at their own station. */
export const OF_SHIPMENTS = ['note', 'attention'] as const satisfies readonly SharedKind[]
export const isOfShipment = (kind: SharedKind): kind is (typeof OF_SHIPMENTS)[number] => isOneOf(kind, OF_SHIPMENTS)

/** Kinds that name a site's consignees or shippers. */
export const OF_PEOPLE = ['address', 'preset', 'note'] as const satisfies readonly SharedKind[]

/** When its station saved it; absent: unknown, it may be long ago. */
const madeAtSchema = strictInstantSchema.optional()

/** A body as it crosses the wire: the receiver parses it with `SHARED_BODIES`. */
const wireBodySchema = z.record(z.string().max(80), z.unknown()).nullable()

/** A record as the site has it. */
export const sharedRecordSchema = z.object({
  kind: z.enum(SHARED_KINDS),
  recordId: idSchema('recordId'),
  /** Counts its edits, from 1. */
  version: z.int().positive(),
  /** Null: it was removed. */
  body: wireBodySchema,
  /** Who changed it last, and when by the site's clock. */
  stationId: idSchema('stationId'),
  stationName: z.string().max(80),
  person: z.string().max(80).nullable(),
  at: strictInstantSchema,
  madeAt: madeAtSchema,
})
export type SharedRecord = z.infer<typeof sharedRecordSchema>

/** One edit of a record, in the words that were on the station's disk before its first byte left. */
export const sharedEditSchema = z.object({
  /** The same id twice is one edit. */
  editId: z.string().min(8).max(64),
  kind: z.enum(SHARED_KINDS),
  recordId: idSchema('recordId'),
  /** The version that it was made on; 0: a record that the site does not have. */
  base: z.int().nonnegative(),
  body: wireBodySchema,
  person: sitePersonSchema,
  madeAt: madeAtSchema,
})
export type SharedEdit = z.infer<typeof sharedEditSchema>

/** At most this many edits per call. */
export const MOST_EDITS = 100
/** At most this many records per page. */
export const MOST_RECORDS = 200

/** Body of `POST /records`. */
export const editRequestSchema = z.object({ edits: z.array(sharedEditSchema).min(1).max(MOST_EDITS) })

const editAnswerSchema = z.discriminatedUnion('answer', [
  /** The edit made this version; the current record, which may be a later one. */
  z.object({
    answer: z.literal('taken'),
    editId: z.string().max(64),
    version: z.int().positive(),
    record: sharedRecordSchema,
  }),
  /** Made on another version than this one, or its name or badge is this record's. Nothing was done. */
  z.object({ answer: z.literal('conflict'), editId: z.string().max(64), record: sharedRecordSchema }),
  z.object({ answer: z.literal('refused'), editId: z.string().max(64), error: stationErrorSchema }),
])
export type EditAnswer = z.infer<typeof editAnswerSchema>

/** In the order of the edits. */
export const editAnswersSchema = z.object({ answers: z.array(editAnswerSchema).max(MOST_EDITS) })

const kindSchema = z.object({ kind: z.string() })

function knownOnly(records: unknown): unknown {
  if (!Array.isArray(records)) return records
  return records.filter((record) => {
    const read = kindSchema.safeParse(record)
    return !read.success || isSharedKind(read.data.kind)
  })
}

/** A page of `GET /records?after=<next>`: the site's records, also removed ones, from 0 on. */
export const recordPageSchema = z.object({
  timeline: timelineSchema,
  /** Of kinds that this version does not know there is nothing here to keep. */
  records: z.preprocess(knownOnly, z.array(sharedRecordSchema).max(MOST_RECORDS)),
  next: z.int().nonnegative(),
  hasMore: z.boolean(),
})
export type RecordPage = z.infer<typeof recordPageSchema>

/** How a record is called where one word has to name it. */
export const sharedKey = ({ kind, recordId }: { kind: SharedKind; recordId: string }): string => `${kind}:${recordId}`

/** Null: no kind that this version knows. */
export function readSharedKey(key: string): { kind: SharedKind; recordId: string } | null {
  const [word, recordId] = key.split(/:(.*)/s)
  return word === undefined || !isSharedKind(word) || recordId === undefined ? null : { kind: word, recordId }
}
