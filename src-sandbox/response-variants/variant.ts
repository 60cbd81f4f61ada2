import { hash } from 'node:crypto'
import { z } from 'zod'

/**
 * The variants in which services of this kind answer. Each has the fields that the interface requires, and varies the
 * rest; requests and effects are the same in all.
 *
 * - `plain`: as the interface shows it, to the letter.
 * - `terse`: nothing without a value: no null, no empty text, list or object; an envelope of `success`, `data` and, where
 *   there is another page, `hasNext`; times without milliseconds.
 * - `nulls`: every field that the interface names is there, and null where there is nothing: empty texts and lists,
 *   later fields (labels, the PRO number), fields that many carriers never report (weights, transit days, estimates).
 * - `bare`: no envelope, and of each resource only what names it, its status and what a person pays; a list is an array
 *   without pages, an empty one an answer without a body.
 * - `chatty`: unknown fields, in every object; an offer of a carrier that declined; events of a kind and a
 *   status that the interface does not list; answers are indented.
 * - `strings`: numbers and booleans as text, times as `2026-11-27 08:00:00`, currencies in lower case, statuses as people
 *   write them, countries as three letters, nothing as an empty text.
 * - `gateway`: successes are plain; refusals come from a gateway in front of the service: `{"message": ...}` or a
 *   page for a key, a limit, a route or a fault; 422 with a list, 200 with `success: false`, or an envelope without
 *   `success` for the rest.
 */
export const RESPONSE_VARIANTS = ['plain', 'terse', 'nulls', 'bare', 'chatty', 'strings', 'gateway'] as const
export type ResponseVariant = (typeof RESPONSE_VARIANTS)[number]

const MIX = /^mix:[\w.-]{1,40}$/

/** A response variant, or `mix:SEED`: one of them for each endpoint, by the seed, as the parts of a service have different makers. */
export const responseVariantSchema = z
  .string()
  .refine(
    (text) => RESPONSE_VARIANTS.some((known) => known === text) || MIX.test(text),
    `must be one of ${RESPONSE_VARIANTS.join(', ')}, or mix:SEED`,
  )

/** The response variant in which an endpoint answers. `endpoint` is its method and path as the interface writes them. */
export function responseVariantOf(setting: string, endpoint: string): ResponseVariant {
  const known = RESPONSE_VARIANTS.find((responseVariant) => responseVariant === setting)
  if (known) return known
  const drawn = hash('sha256', `${setting} ${endpoint}`, 'buffer').readUInt32BE(0)
  return RESPONSE_VARIANTS[drawn % RESPONSE_VARIANTS.length] ?? 'plain'
}
