import { hash } from 'node:crypto'
import { z } from 'zod'

/**
 * The manners in which services of this kind answer. Each keeps to what the interface says must be there, and uses what it
 * leaves open; what is asked for and what is done are the same in all.
 *
 * - `plain`: as the interface shows it, to the letter.
 * - `terse`: nothing without a value: no null, no empty text, list or object; an envelope of `success`, `data` and, where
 *   there is another page, `hasNext`; times without milliseconds.
 * - `nulls`: every field that the interface names is there, and null where there is nothing: empty texts and lists, what is
 *   made later (labels, the PRO number), what many carriers never tell (weights, transit days, estimates).
 * - `bare`: no envelope, and of each resource only what names it, its status and what a person pays; a list is an array
 *   without pages, an empty one an answer without a body.
 * - `chatty`: fields nobody knows, in every object; an offer of a carrier that declined; events of a kind and a status that
 *   the interface does not list; answers are indented.
 * - `strings`: numbers and booleans as text, times as `2026-11-27 08:00:00`, currencies in lower case, statuses as people
 *   write them, countries as three letters, nothing as an empty text.
 * - `gateway`: successes are plain; refusals come from what stands before the service: `{"message": ...}` or a page for a key,
 *   a limit, a route or a fault; 422 with a list, 200 with `success: false`, or an envelope without `success` for the rest.
 */
export const DIALECTS = ['plain', 'terse', 'nulls', 'bare', 'chatty', 'strings', 'gateway'] as const
export type Dialect = (typeof DIALECTS)[number]

const MIX = /^mix:[\w.-]{1,40}$/

/** A dialect, or `mix:SEED`: one of them for each endpoint, by the seed, as the parts of a service have different makers. */
export const dialectSchema = z
  .string()
  .refine(
    (text) => DIALECTS.some((known) => known === text) || MIX.test(text),
    `must be one of ${DIALECTS.join(', ')}, or mix:SEED`,
  )

/** The dialect in which an endpoint answers. `endpoint` is its method and path as the interface writes them. */
export function dialectOf(setting: string, endpoint: string): Dialect {
  const known = DIALECTS.find((dialect) => dialect === setting)
  if (known) return known
  const drawn = hash('sha256', `${setting} ${endpoint}`, 'buffer').readUInt32BE(0)
  return DIALECTS[drawn % DIALECTS.length] ?? 'plain'
}
