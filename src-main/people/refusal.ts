import { StationError } from '../../src-shared/station/error.ts'

type Why = 'unknown-badge' | 'wrong-pin' | 'no-pin' | 'pin-needed' | 'blocked'
const WORDS: Record<Why, string> = {
  'unknown-badge': 'No one has this badge.',
  'wrong-pin': 'Wrong PIN.',
  'no-pin': 'This person has no PIN. A supervisor can set one in Settings > People.',
  'pin-needed': 'A PIN is also required.',
  blocked: 'Too many wrong PINs. Wait until the time shown.',
}

/** @param details of the SIGN_IN_REFUSED, beside the reason */
export function refused(why: Why, details: Record<string, unknown>): StationError {
  return new StationError({ code: 'SIGN_IN_REFUSED', message: WORDS[why], details: { why, ...details } })
}

export const blocked = (until: Date): StationError => refused('blocked', { until: until.toISOString() })
