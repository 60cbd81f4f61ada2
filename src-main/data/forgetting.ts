import { join } from 'node:path'
import { z } from 'zod'
import { nextTurn } from '../../src-node/runtime/wait.ts'
import {
  digitsOf,
  PERSON_PLACES,
  type Person,
  type PersonFound,
  type PersonPlace,
} from '../../src-shared/station/app/forget.ts'
import { plainText } from '../../src-shared/station/plain-text.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import { blankFile, isNamedInFile } from '../imports/batch/forget-files.ts'
import type { BatchFiles } from '../imports/batch/files.ts'
import type { Clock } from '../kernel/clock.ts'
import type { forgetInCache } from './forget/forget-cache.rows.ts'
import type { StoreFiles } from '../kernel/sqlite/files.ts'
import { createBlanker, type Blanker, type ForgottenKey } from './forget/blank.ts'
import type { TextRow } from './forget/walk-texts.rows.ts'
import { backupsIn } from './backup/backups.rows.ts'
import type { forgetInLedger } from './retention/forget-ledger.rows.ts'
import type { ForgottenStore } from './retention/forgotten.rows.ts'

/** What is shown at most of each. */
const MOST_NEEDED = 20
const MOST_ALONGSIDE = 10
/** The copy of a month is kept for as many. */
const MONTHS_OF_COPIES = 13
/** No freight is under way for so long: a shipment of which nothing is known may be, until then. */
const SURELY_OVER_MS = 365 * 24 * 3_600_000
/** Whom other stations forgot and who is needed here yet is looked for again after so long. */
const AGAIN_MS = 3_600_000
const PUT_ASIDE = /\.(?:damaged|replaced|stray)-/

/** The rest of a site, where everybody who is forgotten here is forgotten as well. */
interface ForgettingSite {
  siteName: string
  isAway: () => boolean
  /** What of the site needs them, and its stations by name. @throws StationError SITE_UNREACHABLE */
  askNeeded: (keys: readonly ForgottenKey[]) => Promise<{ needed: PersonFound['needed']; stations: string[] }>
  /** Notifies now whom this station has begun to forget, or as soon as the site is there. */
  report: (reason: string) => Promise<void>
}

export interface ForgettingOptions {
  dataDir: string
  files: StoreFiles
  forgotten: ForgottenStore
  ledger: ReturnType<typeof forgetInLedger>
  cache: ReturnType<typeof forgetInCache>
  batchFiles: Pick<BatchFiles, 'input' | 'removeResults'>
  /** What waits to be written is written. */
  settle: () => Promise<void>
  emptyJournal: () => boolean
  archives: () => Promise<{ name: string }[]>
  secondPlace: () => Promise<string | null>
  /** Blanks what is written from now on. */
  everybody: Blanker
  clock: Clock
  closing: Pick<AbortSignal, 'aborted'>
  /** Null: the station is alone. */
  site: ForgettingSite | null
}

export type Forgetting = ReturnType<typeof createForgetting>

/**
 * Forgets a person: their name is blanked in every row that is kept, in files of bookings and in the search indexes,
 * and labels of theirs are deleted. It is refused while they are needed. Begun, it continues after a kill; the
 * service's data of old shipments is blanked before it is written. Copies (backups, archives) are not changed: the
 * answer names them.
 */
export function createForgetting(options: ForgettingOptions) {
  const { dataDir, files, forgotten, ledger, cache, batchFiles, clock, closing, site } = options
  let nextLookAt = 0
  let working: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = working.then(work)
    working = mine.catch(() => undefined)
    return mine
  }

  function tally() {
    const counts = new Map<PersonPlace, number>()
    return {
      add: (place: PersonPlace, count: number) => void counts.set(place, (counts.get(place) ?? 0) + count),
      found: () =>
        PERSON_PLACES.map((place) => ({ place, count: counts.get(place) ?? 0 })).filter(({ count }) => count > 0),
    }
  }

  async function look(blanker: Blanker, person: Person = NOBODY): Promise<Omit<PersonFound, 'atSite'>> {
    const sums = tally()
    const beside = alongside(person)
    const needed: PersonFound['needed'] = ledger.needed(blanker)
    // Its shipment is not known while the cache is filled again, or another service's.
    const yearAgo = new Date(clock.now().getTime() - SURELY_OVER_MS).toISOString()
    const onBooking = ({ shipment_id: shipmentId, request, made }: TextRow) => {
      if (typeof shipmentId !== 'string') return
      const isNew = typeof made === 'string' && made > yearAgo
      if ((cache.statusOf(shipmentId) ?? (isNew ? 'under-way' : 'ended')) === 'ended') return
      const reference = z.object({ reference: z.string() }).safeParse(jsonOf(request)).data?.reference
      needed.push({ need: 'under-way', what: reference ?? shipmentId })
    }
    const onText = (text: string) => beside.read(text, blanker)
    for await (const { place, count } of ledger.walk(blanker, { isDry: true, onBooking, onText })) {
      sums.add(place, count)
      await nextTurn()
      if (closing.aborted) break
    }
    for await (const { place, count } of cache.walk(blanker, { isDry: true, onText })) {
      sums.add(place, count)
      await nextTurn()
      if (closing.aborted) break
    }
    for (const { batchId, name } of ledger.liveBatches()) {
      if (await isNamedInFile(batchFiles.input(batchId), null, blanker)) needed.push({ need: 'batch', what: name })
    }
    for (const { batchId, encoding } of ledger.endedBatches()) {
      if (await isNamedInFile(batchFiles.input(batchId), encoding, blanker)) sums.add('files', 1)
    }
    let manifests = 0
    for await (const count of ledger.manifests(blanker)) {
      manifests += count
      await nextTurn()
    }
    return {
      found: sums.found(),
      alongside: beside.found(),
      needed: needed.slice(0, MOST_NEEDED),
      stays: { ...(await copies()), manifests },
    }
  }

  async function copies(): Promise<Omit<PersonFound['stays'], 'manifests'>> {
    const backups = backupsIn(files, join(dataDir, 'backups'))
    const until = clock.now()
    until.setUTCMonth(until.getUTCMonth() + MONTHS_OF_COPIES)
    return {
      backups: backups.length,
      backupsUntil: backups.length === 0 ? null : until.toISOString().slice(0, 10),
      archives: (await options.archives()).map(({ name }) => name),
      putAside: files.list(dataDir).filter((name) => PUT_ASIDE.test(name)).length,
      secondPlace: await options.secondPlace(),
    }
  }

  /** Everything that names a person being forgotten. False: the station closes, and it continues when it opens. */
  async function round(keys: readonly ForgottenKey[]): Promise<boolean> {
    const sums = tally()
    const blanker = createBlanker(keys)
    await options.settle()
    for await (const { place, count } of ledger.walk(blanker, { isDry: false })) {
      sums.add(place, count)
      await nextTurn()
      if (closing.aborted) return false
    }
    for await (const { place, count } of cache.walk(blanker, { isDry: false })) {
      sums.add(place, count)
      await nextTurn()
      if (closing.aborted) return false
    }
    for (const { batchId, encoding } of ledger.endedBatches()) {
      if (await blankFile(batchFiles, batchId, encoding, blanker)) sums.add('files', 1)
      if (closing.aborted) return false
    }
    await forgotten.end(keys, Object.fromEntries(sums.found().map(({ place, count }) => [place, count])))
    cache.emptyJournal()
    options.emptyJournal()
    return true
  }

  /** Where they occur here, and what of the whole site needs them. @throws StationError SITE_UNREACHABLE */
  async function lookEverywhere(person: Person): Promise<PersonFound> {
    const keys = forgotten.keysOf(person)
    const reported = await look(createBlanker(keys), person)
    if (closing.aborted) throw wrongState('This station is closing.', {})
    if (site === null) return { ...reported, atSite: null }
    const { needed, stations } = await site.askNeeded(keys)
    const isKnown = new Set(reported.needed.map(({ what }) => what))
    const elsewhere = needed.filter(({ what }) => !isKnown.has(what))
    return {
      ...reported,
      needed: [...reported.needed, ...elsewhere].slice(0, MOST_NEEDED),
      atSite: { siteName: site.siteName, stations },
    }
  }

  /**
   * Continues with the persons being forgotten, unless they are needed here. @returns whether nothing of them is left
   */
  async function goOn(): Promise<boolean> {
    const keys = forgotten.beingForgotten()
    if (keys.length === 0) return true
    if (clock.now().getTime() < nextLookAt) return false
    const { needed } = await look(createBlanker(keys))
    if (closing.aborted) return false
    if (needed.length > 0) {
      nextLookAt = clock.now().getTime() + AGAIN_MS
      return false
    }
    return round(keys)
  }

  return {
    /** Where they occur, what keeps them from being forgotten, and what stays. Nothing is changed. */
    look: (person: Person): Promise<PersonFound> =>
      inTurn(async () => {
        if (site?.isAway() !== true) return lookEverywhere(person)
        return { ...(await look(createBlanker(forgotten.keysOf(person)), person)), atSite: null }
      }),

    /** @throws StationError WRONG_STATE while they are needed (details.needed) */
    forget: (person: Person, reason: string): Promise<PersonFound> =>
      inTurn(async () => {
        await options.settle()
        const reported = await lookEverywhere(person)
        if (reported.needed.length > 0) throw stillNeeded(reported.needed)
        const begun = await forgotten.begin(person, reason)
        options.everybody.add(begun.added)
        await site?.report(begun.reason)
        await round(begun.added)
        return reported
      }),

    /**
     * Whom the site knows as forgotten is forgotten here, as soon as they are needed no more.
     * @returns whether nothing of them is left
     */
    hear: (keys: readonly ForgottenKey[], timeline: string): Promise<boolean> =>
      inTurn(async () => {
        const added = await forgotten.hear(keys, timeline)
        options.everybody.add(added)
        if (added.length > 0) nextLookAt = 0
        return goOn()
      }),

    /** Continues what a kill or a shutdown interrupted. Called when the station has opened. */
    goOn: (): Promise<void> => inTurn(async () => void (await goOn())),
  }
}

const NOBODY: Person = { names: [], phones: [], emails: [], others: [] }

function stillNeeded(needed: PersonFound['needed']) {
  const [first] = needed
  const WHY = {
    'open-booking': 'the booking is still open',
    'open-order': 'the order is still open',
    'under-way': 'the shipment is still under way',
    printing: 'it is being printed',
    batch: 'rows of this file may still be booked',
  } as const
  const what = first ? `${first.what}: ${WHY[first.need]}` : ''
  const others = needed.length > 1 ? `, and ${needed.length - 1} more` : ''
  return wrongState(`This person's data is still needed here (${what}${others}). Try again when that is done.`, {
    needed,
  })
}

const partySchema = z.looseObject({
  contactName: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullish(),
})

function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string') return null
  try {
    return JSON.parse(text)
  } catch {
    // Cut off, or no JSON at all.
    return null
  }
}

/** Collects who is named beside them, in the same address, and was not asked for. */
function alongside(person: Person) {
  const found = {
    names: new Map<string, string>(),
    phones: new Map<string, string>(),
    emails: new Map<string, string>(),
  }
  const asked = new Set([...person.names, ...person.emails].map(plainText))
  const askedPhones = new Set(person.phones.map((phone) => digitsOf(phone).slice(-10)))
  const note = (kept: Map<string, string>, key: string, value: string | null | undefined) => {
    if (value && key !== '' && !asked.has(key) && !askedPhones.has(key) && kept.size < MOST_ALONGSIDE)
      kept.set(key, value)
  }
  function party(value: object, blanker: Blanker): void {
    const { data } = partySchema.safeParse(value)
    if (!data) return
    const { contactName, phone, email } = data
    if ([contactName, phone, email].every((text) => !text || blanker.text(text) === text)) return
    note(found.names, plainText(contactName ?? ''), contactName)
    note(found.phones, digitsOf(phone ?? '').slice(-10), phone)
    note(found.emails, plainText(email ?? ''), email)
  }
  function walk(value: unknown, blanker: Blanker): void {
    if (typeof value !== 'object' || value === null) return
    party(value, blanker)
    for (const inner of Object.values(value)) walk(inner, blanker)
  }
  return {
    read: (text: string, blanker: Blanker) => walk(jsonOf(text), blanker),
    found: () => ({
      names: [...found.names.values()],
      phones: [...found.phones.values()],
      emails: [...found.emails.values()],
    }),
  }
}
