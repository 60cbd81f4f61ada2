import { z } from 'zod'
import { daySchema } from '../freight/scalar.ts'
import { idSchema, instantSchema } from '../station/limits.ts'
import {
  manifestRowSchema,
  manifestTotalsSchema,
  MOST_SHIPMENTS,
  type Manifest,
} from '../station/documents/endofday.ts'
import { sitePersonSchema } from './identity.ts'

/** What of a manifest is known before the site has given it its number. */
const newManifestSchema = z.object({
  manifestId: idSchema('manifestId'),
  day: daySchema,
  carrier: z.string().min(1).max(200),
  scac: z.string().max(20).nullable(),
  station: z.string().max(200),
  operator: z.string().max(200).nullable(),
  totals: manifestTotalsSchema,
  rows: z.array(manifestRowSchema).min(1).max(MOST_SHIPMENTS),
})

const manifestSchema = newManifestSchema.extend({
  number: z.string().min(1).max(40),
  createdAt: instantSchema,
  voidedAt: instantSchema.nullable(),
  voidReason: z.string().max(200).nullable(),
}) satisfies z.ZodType<Manifest>

const submissionIdSchema = z.string().min(8).max(64)
/** The manifest of the same carrier and day that this one adds to; null: it is the first. */
const followsSchema = z.string().min(1).max(100).nullable()

/** A manifest as every station of the site knows it: each draws its paper from this. */
export const siteManifestSchema = z.object({
  environment: z.string().min(1).max(500),
  submissionId: submissionIdSchema,
  follows: followsSchema,
  manifest: manifestSchema,
})
export type SiteManifest = z.infer<typeof siteManifestSchema>

/**
 * Body of `POST /manifests`: the closing of a day. One carrier of one day is closed by the first; a later addition
 * names what was closed before, as proof that it was seen. All or none; the same submission twice is one closing.
 */
export const closeRequestSchema = z.object({
  submissionId: submissionIdSchema,
  manifests: z
    .array(z.object({ follows: followsSchema, manifest: newManifestSchema }))
    .min(1)
    .max(100),
  person: sitePersonSchema,
})
export type CloseRequest = z.infer<typeof closeRequestSchema>

/** Body of `POST /manifests/void`. */
export const voidRequestSchema = z.object({
  manifestId: idSchema('manifestId'),
  reason: z.string().trim().min(1).max(200),
  person: sitePersonSchema,
})
export type VoidRequest = z.infer<typeof voidRequestSchema>

/** At most this many manifests are reported again per call. */
export const MOST_REPORTED_MANIFESTS = 10
/**
 * Body of `POST /manifests/told`: the manifests that a station knows, after the site's database went back, or from
 * before it joined.
 */
export const manifestsReportSchema = z.object({
  manifests: z.array(siteManifestSchema).min(1).max(MOST_REPORTED_MANIFESTS),
})

export const manifestsAnswerSchema = z.object({ manifests: z.array(siteManifestSchema).max(100) })
