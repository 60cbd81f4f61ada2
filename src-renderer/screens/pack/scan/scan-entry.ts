import { z } from 'zod'
import { isMessageKey, type MessageKey } from '../../../messages/catalogue.ts'
import type { Outcome } from '../result/banner.ts'
import type { Banner } from '../result/banner-look.ts'

export const scanEntrySchema = z.object({
  id: z.int(),
  /** ISO 8601. */
  at: z.string(),
  code: z.string(),
  /** The consignee, where that is known. */
  to: z.string().nullable(),
  tone: z.enum(['good', 'move', 'wait', 'bad']),
  word: z.string().refine((key): key is MessageKey => isMessageKey(key)),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  jobId: z.string().nullable(),
  shipmentId: z.string().nullable().default(null),
  /** It is about a shipment being canceled. */
  isVoid: z.boolean().default(false),
})
/** One scan as it was answered; the queue shows the later state of its print job. */
export type ScanEntry = z.infer<typeof scanEntrySchema>

/** The list with one more entry. A cancellation is one entry, as it is now; what older scans did stays as it was. */
export function withEntry(entries: readonly ScanEntry[], entry: ScanEntry): ScanEntry[] {
  if (!entry.isVoid || entry.shipmentId === null) return [entry, ...entries]
  return [entry, ...entries.filter((one) => !(one.isVoid && one.shipmentId === entry.shipmentId))]
}

/** @param now epoch milliseconds. */
export function scanEntryOf(outcome: Outcome, { tone, word, params }: Banner, id: number, now: number): ScanEntry {
  const to = 'shipment' in outcome ? outcome.shipment.destination : null
  return {
    id,
    at: new Date(now).toISOString(),
    code: outcome.code,
    to: to ? [to.companyName, to.city].filter(Boolean).join(', ') || null : null,
    tone,
    word,
    params,
    jobId: 'job' in outcome ? outcome.job.jobId : null,
    shipmentId: 'shipment' in outcome ? outcome.shipment.shipmentId : null,
    isVoid: outcome.kind === 'void',
  }
}
