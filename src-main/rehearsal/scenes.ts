import type { Scene } from '../../src-shared/station/app/rehearsal.ts'
import type { StagedFault } from './fault-api.ts'

/** As good as for ever; the scene is ended by a person. */
const ALWAYS = 1_000_000
const SLOW_MS = 6_000
/** So few calls a minute that every user meets the limit. */
export const REHEARSED_LIMIT = 6

/**
 * The scenes that are faults of the service. A quote's expiry is reported by the service in its own words rather than
 * by a jump of its clock: that clock never goes back, and the end of the rehearsal could not undo it.
 */
const FAULTS: Partial<Record<Scene, StagedFault>> = {
  expired: {
    method: 'POST',
    path: '/book',
    times: 1,
    fault: {
      kind: 'status',
      when: 'before',
      status: 400,
      code: 'INVALID_REQUEST',
      message: 'quoteId: the quote expired a moment ago.',
      details: { field: 'quoteId', reason: 'QUOTE_EXPIRED' },
    },
  },
  duplicate: { method: 'POST', path: '/book', times: 1, fault: { kind: 'drop', when: 'after' } },
  slow: { path: '/', times: ALWAYS, delayMs: SLOW_MS, fault: { kind: 'none' } },
}

/** The faults of these scenes, those of one call before the one of all calls: the first that fits a call meets it. */
export function faultsOf(scenes: ReadonlySet<Scene>): StagedFault[] {
  return (['expired', 'duplicate', 'slow'] as const).flatMap((scene) => {
    const fault = FAULTS[scene]
    return fault && scenes.has(scene) ? [fault] : []
  })
}

/** Scenes that come to pass once, by the kind of their fault. */
export const ONCE = { expired: 'status', duplicate: 'drop' } as const
