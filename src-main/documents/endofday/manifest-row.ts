import { z } from 'zod'
import {
  manifestRowSchema,
  manifestTotalsSchema,
  type Manifest,
} from '../../../src-shared/station/documents/endofday.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'

const contentSchema = z.object({
  scac: z.string().nullable(),
  station: z.string(),
  operator: z.string().nullable(),
  totals: manifestTotalsSchema,
  rows: z.array(manifestRowSchema),
})

const rowSchema = z.object({
  manifest_id: z.string(),
  number: z.string(),
  day: z.string(),
  carrier: z.string(),
  content: jsonColumn(contentSchema),
  created_at: z.string(),
  voided_at: z.string().nullable(),
  void_reason: z.string().nullable(),
})

export function toManifest(raw: unknown): Manifest {
  const row = rowSchema.parse(raw)
  return {
    ...row.content,
    manifestId: row.manifest_id,
    number: row.number,
    day: row.day,
    carrier: row.carrier,
    createdAt: row.created_at,
    voidedAt: row.voided_at,
    voidReason: row.void_reason,
  }
}
