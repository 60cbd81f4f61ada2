import { isDrawnBadge } from '../../src-shared/station/app/people.ts'
import type { StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { BadgeTries, BadgeTryStore } from './badge-tries.rows.ts'
import type { PersonRow, PersonStore } from './people.rows.ts'
import type { BadgeHasher } from './badge-hash.ts'
import { blocked, refused } from './refusal.ts'
import { blockAfter, isBlockedAt, LONGEST_BLOCK_MS, MOST_TRIES } from './try-block.ts'

const BADGES = 'badges'
/** After so long one unknown badge is forgiven. */
const FORGIVEN_EVERY_MS = LONGEST_BLOCK_MS

export interface BadgeLookupPorts {
  rows: Pick<PersonStore, 'ofBadge' | 'rehashBadge' | 'note'>
  tries: BadgeTryStore
  badges: BadgeHasher
  clock: Clock
}

/**
 * Whose badge a code is. Codes on people's own cards can be guessed, so one look at a time, and each counts as unknown
 * before it is made. A known badge takes back its own look and no other: guesses between one's own scans add up, and only
 * time forgives them. A code that Waybill drew cannot be guessed, so its holder gets in while others wait. Looks that a
 * locked keychain leaves undecided are counted as long as it is, because some badges are known without it, and given back
 * when it opens.
 */
export function createBadgeLookup({ rows, tries, badges, clock }: BadgeLookupPorts) {
  const inTurn = createKeyedMutex()
  /** What was counted before the first look that a locked keychain left undecided; null: there was none. */
  let beforeLock: { tries: BadgeTries | null } | null = null

  /** What is still counted now. */
  async function counted(now: Date): Promise<BadgeTries | null> {
    const kept = await tries.read()
    if (kept === null) return null
    const forgiven = Math.max(0, Math.floor((now.getTime() - kept.countedAt.getTime()) / FORGIVEN_EVERY_MS))
    if (forgiven === 0) return kept
    const countedAt = new Date(kept.countedAt.getTime() + forgiven * FORGIVEN_EVERY_MS)
    return forgiven >= kept.failures ? null : { ...kept, failures: kept.failures - forgiven, countedAt }
  }

  /** A badge under an older hash is kept under the current one from now on. */
  async function refreshHash({ person_id: personId, badge_hash: from }: PersonRow, badge: string): Promise<void> {
    const to = await badges.current(badge)
    if (from !== null && from !== to) await rows.rehashBadge(personId, { from, to })
  }

  /** @throws StationError SIGN_IN_REFUSED; KEYCHAIN_FAILED: the keychain is locked, and the badge may be known under its key */
  return (badge: string): Promise<PersonRow> =>
    inTurn(BADGES, async () => {
      const now = clock.now()
      const locked: StationError[] = []
      const hashes = await badges.known(badge, (error) => locked.push(error))
      const [lockedBy] = locked
      if (lockedBy === undefined && beforeLock !== null) {
        await tries.write(beforeLock.tries)
        beforeLock = null
      }
      const before = await counted(now)
      const until = before?.blockedUntil ?? null
      const isBlocked = until !== null && isBlockedAt(until, now)
      if (isBlocked && !isDrawnBadge(badge)) throw lockedBy ?? blocked(until)
      if (!isBlocked) {
        const failures = Math.min((before?.failures ?? 0) + 1, MOST_TRIES)
        await tries.write({ failures, countedAt: now, blockedUntil: blockAfter(failures, now) })
      }
      const holder = await rows.ofBadge(hashes)
      if (holder === null) {
        if (lockedBy) {
          if (!isBlocked) beforeLock ??= { tries: before }
          throw lockedBy
        }
        if (isBlocked) throw blocked(until)
        await rows.note(BADGES, 'refused', { why: 'unknown-badge' })
        throw refused('unknown-badge', {})
      }
      if (!isBlocked) await tries.write(before)
      await refreshHash(holder, badge)
      return holder
    })
}
