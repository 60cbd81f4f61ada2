import { z } from 'zod'
import { idSchema, instantSchema } from '../station/limits.ts'
import {
  feedSeqSchema,
  sha256Schema,
  sitePersonSchema,
  SITE_TOKEN_PREFIX,
  stationNameSchema,
  timelineSchema,
  versionSchema,
} from './identity.ts'

/** A one-time code is valid for this long, and for one station. */
export const CODE_GOOD_FOR_MINUTES = 15
const CODE_PREFIX = 'waybill-site:'
const MOST_CODE_TEXT = 1_000

const codeSchema = z.object({
  /** Where the site is reached, as this station may know it: https, or http on this machine alone. */
  u: z.array(z.url().max(200)).min(1).max(8),
  /** SHA-256 of the site's certificate (DER); null where it speaks plain HTTP on this machine. */
  f: sha256Schema.nullable(),
  /** Sent once: the site stores it as a hash. */
  c: z.string().min(20).max(100),
})

/** The content of a one-time code. */
export interface EnrolCode {
  urls: string[]
  fingerprint: string | null
  secret: string
}

/** The code as a person pastes it, or a scanner reads it from the screen. */
export function enrolCodeText({ urls, fingerprint, secret }: EnrolCode): string {
  const json = JSON.stringify({ u: urls, f: fingerprint, c: secret })
  return CODE_PREFIX + btoa(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Null: it is no code of a site. Blanks and line breaks that came with it are left out. */
export function readEnrolCode(text: string): EnrolCode | null {
  if (text.length > MOST_CODE_TEXT) return null
  const reported = text.replaceAll(/\s/g, '')
  if (!reported.startsWith(CODE_PREFIX)) return null
  try {
    const json: unknown = JSON.parse(atob(reported.slice(CODE_PREFIX.length).replaceAll('-', '+').replaceAll('_', '/')))
    const { u, f, c } = codeSchema.parse(json)
    return { urls: u, fingerprint: f, secret: c }
  } catch {
    return null
  }
}

/** Body of `POST /enrol`: no token is needed, the code is one. */
export const enrolRequestSchema = z.object({
  secret: z.string().min(1).max(100),
  /** Drawn by the station and kept before it asks: the same station that asks again, for its answer was lost, is answered. */
  stationId: idSchema('stationId'),
  name: stationNameSchema,
  version: versionSchema,
  /** Only at this site: a station that joins it again, under the id it has there. Absent: it is new. */
  siteId: idSchema('siteId').optional(),
  /** The station's token, drawn by the station: the site keeps its hash and never reveals it. */
  token: z.string().regex(new RegExp(`^${SITE_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`), 'token must be 32 drawn bytes'),
})
export type EnrolRequest = z.infer<typeof enrolRequestSchema>

/** Body of `POST /codes`: a supervisor at a station asks for a code for one more station. */
export const codeRequestSchema = z.object({ person: sitePersonSchema })
export const codeAnswerSchema = z.object({ secret: z.string().min(20).max(100), endsAt: instantSchema })

export const enrolAnswerSchema = z.object({
  siteId: idSchema('siteId'),
  siteName: stationNameSchema,
  stationId: idSchema('stationId'),
  /** The key of the site's bookings: the base URL of its freight service. */
  environment: z.string().min(1).max(500),
  timeline: timelineSchema,
  /** Where its feed begins: the current state is in the records. */
  feedSeq: feedSeqSchema,
})
export type EnrolAnswer = z.infer<typeof enrolAnswerSchema>
