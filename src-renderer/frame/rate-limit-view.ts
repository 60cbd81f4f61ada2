import type { FamilyRateLimit } from '../../src-shared/station/app/call-priority.ts'

/** How near the service's limit is. `plenty` is not worth a place in the frame. */
export type RateLimitLevel = 'plenty' | 'low' | 'spent'

const LOW_SHARE = 0.1

/** The rest of one family's limit. Without a limit there is always plenty. */
export function levelOf({ limit, remaining, waiting }: FamilyRateLimit): RateLimitLevel {
  if (waiting > 0 || remaining === 0) return 'spent'
  if (limit === null || remaining === null) return 'plenty'
  return remaining <= Math.ceil(limit * LOW_SHARE) ? 'low' : 'plenty'
}

/** The family that is nearest to its limit, and how many calls it has left; null while no limit is known. */
export function callsLeft(
  rateLimits: readonly FamilyRateLimit[],
): { family: FamilyRateLimit['family']; remaining: number } | null {
  const shares = rateLimits.flatMap(({ family, limit, remaining }) =>
    limit === null || remaining === null || limit === 0 ? [] : [{ family, remaining, share: remaining / limit }],
  )
  return shares.sort((one, other) => one.share - other.share)[0] ?? null
}

/** The worst of all families, and how many calls wait. */
export function rateLimitSummary(rateLimits: readonly FamilyRateLimit[]): { level: RateLimitLevel; waiting: number } {
  const levels = rateLimits.map(levelOf)
  const level = (['spent', 'low'] as const).find((candidate) => levels.includes(candidate)) ?? 'plenty'
  return { level, waiting: rateLimits.reduce((sum, { waiting }) => sum + waiting, 0) }
}

/** Seconds until a family's whole limit is there again; never below 0, null when nothing of it is used. */
export function secondsToReset({ resetAt }: FamilyRateLimit, now: number): number | null {
  return resetAt === null ? null : Math.max(0, Math.ceil((Date.parse(resetAt) - now) / 1000))
}
