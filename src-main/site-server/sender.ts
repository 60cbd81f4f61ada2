import type { Timer } from '../../src-node/runtime/timers.ts'
import { every } from '../../src-node/runtime/wait.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import type { Outbox } from '../booking/outbox/outbox.ts'
import type { LeaderLease } from './sender/leader-lease.rows.ts'

/** A heartbeat comes well within what makes a lease free. */
const BEAT_EVERY_MS = 2_000
/**
 * For this many looks a process listens if it cannot distinguish the database from a copy of it: stations report
 * meanwhile what they know.
 */
const LISTENING_LOOKS = 10

export interface SenderOptions {
  lease: LeaderLease
  outbox: Pick<Outbox, 'start' | 'kick' | 'close'>
  /** Called at each heartbeat, with the database there. */
  onBeat: () => Promise<unknown>
  onFault: (error: unknown) => void
}

/** Keeps this process on the sender's lease, or waiting for it, and the site on the database's timeline. */
export function createSender({ lease, outbox, onBeat, onFault }: SenderOptions) {
  let working: Promise<void> | undefined
  let isClosed = false

  async function turn(force: boolean): Promise<void> {
    await onBeat()
    looksToListen ??= (await lease.isUnknownCopy()) ? LISTENING_LOOKS : 0
    const isListening = looksToListen > 0 && !force
    looksToListen = Math.max(0, looksToListen - 1)
    // The first process that sees it: until it is followed, no fencing token is given out.
    const hasChanged = await lease.followTimeline(behind)
    if (hasChanged) runtime().log.warn('the timeline of the database changed')
    const isMine = (lease.epoch() !== null && (await lease.beat())) || (!isListening && (await lease.take({ force })))
    if (isMine && (hasChanged || !wasMine)) await outbox.start()
    wasMine = isMine
    if (isMine) outbox.kick()
  }
  let wasMine = false
  /** Null: it has not looked yet. */
  let looksToListen: number | null = null
  let behind: string | null = null

  const look = (force = false): Promise<void> => {
    if (isClosed) return Promise.resolve()
    working ??= turn(force)
      .catch((error: unknown) => {
        wasMine = false
        onFault(error)
      })
      .finally(() => {
        working = undefined
      })
    return working
  }
  let timer: Timer | undefined

  return {
    /** Starts the heartbeats; the first is over when this resolves. */
    start: (): Promise<void> => {
      timer = every(BEAT_EVERY_MS, () => void look(), { isBackground: true })
      return look()
    },

    /** The current holder of the lease loses it to this process. */
    takeOver: async (): Promise<void> => {
      await working
      await look(true)
    },

    /** A station knows more of this timeline than the database does: that has gone back, and is on another. */
    noticeBehind: async (timeline: string): Promise<void> => {
      behind = timeline
      await working
      await look()
    },

    /** Ends what is under way, and leaves the lease to the next. */
    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await working
      await outbox.close()
      await lease.leave().catch(onFault)
    },
  }
}
