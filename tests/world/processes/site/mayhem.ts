import { setTimeout as sleep } from 'node:timers/promises'
import { count } from '../errands.ts'
import { seeded, type Seeded } from '../../../support/seeded.ts'
import { ask } from './cluster.ts'
import { LINK_STATES } from './link.ts'
import { bookAtTwo, closeAtTwo, decideEverywhere, scanAtTwo } from './people.ts'
import { openPlace, openSitePlace, passTime, somePlace, type SitePlace, type Theatre } from './theatre.ts'

interface Fate<T extends string> {
  /** By weight. */
  then: Partial<Record<T, number>>
  /** Instead of by chance: one after the other, and from the first again. */
  inTurn?: readonly T[]
  /** Nothing befalls it before so many more calls have been made to book; whoever kills what stands still finds nothing. */
  afterSends?: number
}

/** What befalls a site, by who it befalls: the three go on beside each other. */
export interface MayhemPlan {
  stations: Fate<'kill' | 'cut' | 'clock' | 'two scans' | 'two closings' | 'one reference'>
  sender: Fate<'kill' | 'freeze' | 'emergency'>
  database: Fate<'crash' | 'fail over' | 'keep a copy' | 'restore a copy' | 'start a copy as it is'>
  /** Mean pauses between two, in milliseconds; null: it does not happen at all. */
  gaps: { stations: number | null; sender: number | null; database: number | null }
}

/** More than a seat outlives without a beat (`LEASE_LOST_AFTER_S`). */
const LEASE_IS_OVER_MS = 16_000
/** So long it is waited for sends, in looks; it would stand still for good otherwise. */
const MOST_LOOKS_FOR_SENDS = 60
const LOOK_FOR_SENDS_MS = 250
/** Less than a seat outlives: stations that wait for their next beat have it sooner. */
const STANDS_STILL_MS = 1_500
/** Far longer than any machine needs. */
const TAKEN_WITHIN_MS = 20_000
/** Time enough for every look before a person is asked, by the booking's own schedule. */
const LOOKS_MS = [1_000, 6_000, 11_000, 46_000] as const
const MORE_MS = 12_000
const MOST_SKEW_MINUTES = 90
/** How often people look for questions while a sender is frozen. */
const PATIENCE = 6
/** For so long on average one station sends while no process of the site runs. */
const EMERGENCY_MS = 2_500
/** How often it is tried: a station has to notice first that the site is offline. */
const MOST_TRIES = 60
/** For so long on average a standby hears nothing before its primary dies. */
const DEAF_MS = 700

/** Goes on until the round is over, and leaves everything running. */
export async function mayhem(theatre: Theatre, plan: MayhemPlan): Promise<void> {
  await Promise.all([
    lane(theatre, 'stations', plan.gaps.stations, plan.stations, befallStation),
    lane(theatre, 'sender', plan.gaps.sender, plan.sender, befallSender),
    lane(theatre, 'database', plan.gaps.database, plan.database, befallDatabase),
  ])
}

async function lane<T extends string>(
  theatre: Theatre,
  name: string,
  gapMs: number | null,
  { then, inTurn = [], afterSends = 0 }: Fate<T>,
  befall: (theatre: Theatre, what: T, random: Seeded) => Promise<void>,
): Promise<void> {
  if (gapMs === null) return
  for (let nth = 0; !theatre.isOver; nth++) {
    const random = seeded(theatre.seed, 'mayhem', name, nth)
    await sleep(random.exponential(gapMs))
    await untilSends(theatre, afterSends)
    if (!theatre.isOver) await befall(theatre, inTurn[nth % inTurn.length] ?? random.pick(then), random)
  }
}

const sendsOf = ({ proxy }: Theatre): number => proxy.calls.filter(({ family }) => family === 'book').length

/** Until the site has sent so many more: it has a sender, its database, and every station is in step again. */
async function untilSends(theatre: Theatre, more: number): Promise<void> {
  const enough = sendsOf(theatre) + more
  for (let looks = 0; sendsOf(theatre) < enough && !theatre.isOver; looks++) {
    if (looks >= MOST_LOOKS_FOR_SENDS) return count(theatre.tally, 'waited for sends in vain')
    await sleep(LOOK_FOR_SENDS_MS)
    await passTime(theatre, STANDS_STILL_MS)
  }
}

type Of<T> = T extends Fate<infer What> ? What : never

async function befallStation(theatre: Theatre, what: Of<MayhemPlan['stations']>, random: Seeded): Promise<void> {
  if (what === 'two scans') return scanAtTwo(theatre, random)
  if (what === 'two closings') return closeAtTwo(theatre, random)
  if (what === 'one reference') return bookAtTwo(theatre, random)
  const place = somePlace(theatre, random)
  if (place?.running === null || place === null) return
  switch (what) {
    case 'kill': {
      const dying = place.running
      place.running = null
      await dying.kill()
      count(theatre.tally, 'station killed')
      await sleep(random.exponential(150))
      await openPlace(theatre, place)
      return
    }
    case 'cut': {
      const state = LINK_STATES[1 + random.below(LINK_STATES.length - 1)] ?? 'cut'
      count(theatre.tally, `network ${state}`)
      place.link.set(state)
      // Others suffer meanwhile.
      void sleep(random.exponential(1_500)).then(() => place.link.set('open'))
      return
    }
    case 'clock': {
      const before = place.skewMs
      place.skewMs = random.chance(0.3) ? 0 : (random.below(2 * MOST_SKEW_MINUTES + 1) - MOST_SKEW_MINUTES) * 60_000
      place.running.jump(place.skewMs - before)
      count(theatre.tally, 'station clock set')
    }
  }
}

async function senderOf(theatre: Theatre): Promise<SitePlace | null> {
  for (const site of theatre.sites) if (!site.isFrozen && (await site.running?.isSender())) return site
  return null
}

async function befallSender(theatre: Theatre, what: Of<MayhemPlan['sender']>, random: Seeded): Promise<void> {
  const sender = await untilSender(theatre)
  const running = sender?.running
  if (!sender || !running) return
  if (what === 'kill') {
    sender.running = null
    await running.kill()
    count(theatre.tally, 'sender killed')
    await untilDelivered(theatre)
    await passTime(theatre, LEASE_IS_OVER_MS)
    await sleep(random.exponential(200))
    await openSitePlace(theatre, sender)
    return
  }
  if (what === 'emergency') return sendInEmergency(theatre, random)
  await untilTaken(theatre)
  sender.isFrozen = true
  running.freeze()
  count(theatre.tally, 'sender frozen beyond the guard')
  // What it had on the wire arrives; what it had a permit for has none any more when it wakes up.
  await sleep(theatre.guardMs * 1.3)
  await passTime(theatre, LEASE_IS_OVER_MS)
  if (await untilSender(theatre)) {
    count(theatre.tally, 'taken over from a frozen sender')
    // The next looks for what the first was sending, and people answer at once.
    for (let nth = 0; nth < PATIENCE; nth++) {
      await sleep(120)
      await passTime(theatre, LOOKS_MS[nth] ?? MORE_MS)
      await sleep(120)
      await decideEverywhere(theatre, 'frozen', nth)
      if (nth >= LOOKS_MS.length && (await isNobodyInDoubt(theatre))) break
    }
  }
  running.thaw()
  sender.isFrozen = false
}

/** Every process of the site dies, and a supervisor lets one station send meanwhile. */
async function sendInEmergency(theatre: Theatre, random: Seeded): Promise<void> {
  const dead = theatre.sites.filter(({ running }) => running !== null)
  await Promise.all(
    dead.map(async (site) => {
      const dying = site.running
      site.running = null
      await dying?.kill()
    }),
  )
  count(theatre.tally, 'every process of the site killed')
  await untilDelivered(theatre)
  const input = { apiKey: theatre.service.apiKey, reason: 'the site is gone' }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const station = somePlace(theatre, random)?.running
    const answer = await station?.invoke('site.startEmergencySending', input)
    if (answer?.ok) {
      count(theatre.tally, 'emergency sending started')
      await sleep(random.exponential(EMERGENCY_MS))
      break
    }
    await passTime(theatre, STANDS_STILL_MS)
    await sleep(LOOK_FOR_SENDS_MS)
  }
  await passTime(theatre, LEASE_IS_OVER_MS)
  for (const site of dead) await openSitePlace(theatre, site)
}

/** The sender has a permit to send something now; or nothing is to be sent for a while. */
async function untilTaken({ cluster }: Theatre): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const rows = await ask(cluster.url, `SELECT 1 FROM booking WHERE state = 'SENDING' LIMIT 1`).catch(() => null)
    if (rows !== null && rows.length > 0) return
    await sleep(10)
  }
}

/** Has everything been sent anew, or found, of which the frozen sender's end was in doubt? */
async function isNobodyInDoubt({ cluster }: Theatre): Promise<boolean> {
  const rows = await ask(
    cluster.url,
    `SELECT 1 FROM booking WHERE state = 'UNKNOWN' OR (state IN ('QUEUED', 'SENDING') AND permit > 0)
       OR (state = 'NEEDS_DECISION' AND question ->> 'kind' = 'not-found') LIMIT 1`,
  ).catch(() => null)
  return rows?.length === 0
}

/** What a dead sender had handed to the network arrives, or does not; then nothing of it is on its way. */
async function untilDelivered({ proxy }: Theatre): Promise<void> {
  for (let waited = 0; proxy.isBooking() && waited < 3_000; waited += 20) await sleep(20)
}

/** Null: nobody takes the seat. */
async function untilSender(theatre: Theatre): Promise<SitePlace | null> {
  for (let waited = 0; waited < TAKEN_WITHIN_MS; waited += 50) {
    const sender = await senderOf(theatre)
    if (sender) return sender
    await sleep(50)
  }
  return null
}

async function befallDatabase(
  { cluster, tally }: Theatre,
  what: Of<MayhemPlan['database']>,
  random: Seeded,
): Promise<void> {
  switch (what) {
    case 'crash':
      await cluster.crash(random.exponential(250))
      count(tally, 'database killed')
      return
    case 'fail over':
      await cluster.failOver(DEAF_MS / 2 + random.exponential(DEAF_MS / 2))
      count(tally, 'fail-over with lost commits')
      return
    case 'keep a copy':
      await cluster.keepCopy()
      return
    case 'restore a copy':
      count(tally, (await cluster.restoreCopy('new timeline')) ? 'an earlier copy put back' : 'no copy to put back')
      return
    case 'start a copy as it is':
      count(tally, (await cluster.restoreCopy('as it is')) ? 'an earlier copy started as it is' : 'no copy to start')
  }
}
