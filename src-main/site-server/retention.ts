import { monotonic, sleep } from '../../src-node/runtime/wait.ts'
import type { RetentionRules } from '../../src-shared/station/app/retention.ts'
import type { cacheRetention } from '../data/cache/retention.rows.ts'
import { daysBefore, isRoundDue, PAUSE_MS } from '../data/retention/retention.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SiteRetentionRows } from './retention.rows.ts'

interface SiteRetentionPorts {
  rows: SiteRetentionRows
  /** What the site knows of the service: which shipments ended, and their events. */
  cache: Pick<ReturnType<typeof cacheRetention>, 'endedBefore' | 'events'>
  /** Days, as they are set for all stations. */
  rules: () => Promise<RetentionRules>
  clock: Clock
  /** Asked after each slice: a round ends when the site closes, or another process of it sends. */
  mayContinue: () => boolean
}

/**
 * Deletes what of a site is past its retention: each night by the clock of the site, or by day where it never runs at
 * night, in slices of one short transaction each. What it deletes can be had again from the service, or is of no more
 * use: so that a wrong clock loses nothing, and nothing has to be confirmed.
 */
export function createSiteRetention({ rows, cache, rules, clock, mayContinue }: SiteRetentionPorts) {
  const openedAt = monotonic()
  let running: Promise<void> | null = null

  async function* counted(of: AsyncIterable<{ count: number }>): AsyncGenerator<number> {
    for await (const { count } of of) yield count
  }

  async function round(): Promise<void> {
    const { labels, events } = await rules()
    const now = clock.now()
    const sweeps = {
      labels: rows.labels(daysBefore(now, labels), cache.endedBefore),
      events: counted(cache.events({ before: daysBefore(now, events), isDry: false })),
      feed: rows.feed(),
      ids: rows.ids(),
    }
    const removed: Record<string, number> = {}
    for (const [kind, slices] of Object.entries(sweeps)) {
      for await (const count of slices) {
        removed[kind] = (removed[kind] ?? 0) + count
        if (!mayContinue()) return
        await sleep(PAUSE_MS, { isBackground: true })
      }
    }
    await rows.ended(removed)
  }

  return {
    /** Called by the clock. Resolves when the round that was due has ended, or none was. */
    tick: async (): Promise<void> => {
      if (running !== null || !mayContinue()) return
      if (!isRoundDue(clock.now(), await rows.lastAt(), monotonic() - openedAt)) return
      running = round().finally(() => (running = null))
      await running
    },
  }
}
