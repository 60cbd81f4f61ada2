import { StationError } from '../../src-shared/station/error.ts'

type Why = 'unknown-badge' | 'wrong-pin' | 'no-pin' | 'pin-needed' | 'blocked'
const WORDS: Record<Why, string> = {
  'unknown-badge': 'No one here has this badge.',
  'wrong-pin': 'That is not their PIN.',
  'no-pin': 'They have no PIN: a supervisor sets one under Settings > People.',
  'pin-needed': 'The PIN is asked for, too.',
  blocked: 'Too many wrong tries: wait until the time shown.',
}

/** @param details of the SIGN_IN_REFUSED, beside the reason */
export function refused(why: Why, details: Record<string, unknown>): StationError {
  return new StationError({ code: 'SIGN_IN_REFUSED', message: WORDS[why], details: { why, ...details } })
}

export const blocked = (until: Date): StationError => refused('blocked', { until: until.toISOString() })
