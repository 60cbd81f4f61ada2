import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The ways of docs/site.md's table that are not ours, put into the code that a site's process loads, and into no file: the
 * judge must find each guilty. The fourth, a fail-over without the timeline rule, is a function of the database alone.
 */
export const NAIVE_WAYS = ['lease', 'lease with looks', 'no guard'] as const
export type NaiveWay = (typeof NAIVE_WAYS)[number]

interface Edit {
  file: string
  find: string
  replace: string
}

/** What a sender that is gone was sending goes out again as soon as its time is over. */
const SENT_AGAIN: Edit = {
  file: 'src-main/site-server/sender/seat.rows.ts',
  find: `UPDATE booking b SET state = 'UNKNOWN'`,
  replace: `UPDATE booking b SET state = 'QUEUED'`,
}
const NO_GUARD: Edit = {
  file: 'src-main/site-server/sender/permits.ts',
  find: `return permit !== undefined && isPermitFresh(permit.askedAtMs, nowMs(), guardMs)`,
  replace: `return permit !== undefined`,
}
const LOOK_IMPORT: Edit = {
  file: 'src-main/booking/outbox/send.ts',
  find: `import { asBooked, bookedAs, type CandidateGuard } from '../reconcile/match-shipment.ts'`,
  replace: `import { asBooked, bookedAs, findBooked, type CandidateGuard } from '../reconcile/match-shipment.ts'`,
}
const LOOK_FIRST: Edit = {
  file: 'src-main/booking/outbox/send.ts',
  find: `const shipment = await post(client, booking)
    backoff.end`,
  replace: `const shipment = (await findBooked(client, booking, guard))[0]?.shipment ?? (await post(client, booking))
    backoff.end`,
}

const EDITS: Readonly<Record<NaiveWay, readonly Edit[]>> = {
  lease: [SENT_AGAIN, NO_GUARD],
  'lease with looks': [SENT_AGAIN, NO_GUARD, LOOK_IMPORT, LOOK_FIRST],
  'no guard': [NO_GUARD],
}

/** Files of which nothing has loaded yet what was put into them. */
const waiting = new Set<string>()

/** Puts it into the code that is loaded from now on. @throws when the code is not what it was written for */
export function useNaiveWay(way: NaiveWay): void {
  const sources = new Map<string, string>()
  for (const { file, find, replace } of EDITS[way]) {
    const path = join(import.meta.dirname, '../../../..', file)
    const url = pathToFileURL(path).href
    const source = sources.get(url) ?? readFileSync(path, 'utf8')
    if (source.split(find).length !== 2) throw new Error(`${way}: ${file} does not hold once what is to be replaced`)
    sources.set(
      url,
      source.replace(find, () => replace),
    )
    waiting.add(url)
  }
  registerHooks({
    load: (url, context, next) => {
      const found = next(url, context)
      const source = sources.get(url)
      if (source === undefined) return found
      waiting.delete(url)
      return { ...found, source }
    },
  })
}

/** @throws when it was never in force: a round that finds nothing then proves nothing */
export function assertNaiveWayWasLoaded(): void {
  if (waiting.size > 0) throw new Error(`never loaded after it was changed: ${[...waiting].join(', ')}`)
}
