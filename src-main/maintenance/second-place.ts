import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { SecondPlace } from '../../src-shared/station/app/maintenance.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { systemFiles } from '../store/files.ts'
import { backupOf, backupsIn, baseOf, furthestFirst, mostBytes } from '../store/ledger/backup/backups.ts'
import { inThread } from '../store/ledger/backup/inspections.ts'
import { whatGoes, type LedgerBackup } from '../store/ledger/backup/retention.ts'
import type { SettingStore } from '../store/ledger/settings/settings.ts'
import { reasonOf } from '../store/store-error.ts'

const SETTING = 'backups.second'
const AWAY_MS = 24 * 60 * 60 * 1000
/** What could not be reached is looked for again so often. */
const AGAIN_MS = 60_000

const chosenSchema = z.object({ folder: z.string(), name: z.string(), chosenAt: z.string() })
const NOTE = 'caught-up.json'
const noteSchema = z.object({ at: z.string() })

export interface SecondPlaceOptions {
  backupDir: string
  settings: SettingStore
  stationName: () => Promise<string>
  clock: Clock
  ids: Ids
  /** Shows a notice; takes all of a code away again. */
  tell: (error: unknown) => void
  untell: (code: string) => Promise<void>
  /** Which disk a folder is on. */
  deviceOf?: (folder: string) => Promise<number>
}

export type SecondPlaceService = ReturnType<typeof createSecondPlace>

/**
 * A folder on another disk, a share or a stick that every backup is copied to and proven in. It may be away: then it
 * catches up by itself. Two stations may use one folder; each has a folder of its own in it, named after the station.
 */
export function createSecondPlace(options: SecondPlaceOptions) {
  const { backupDir, settings, stationName, clock, ids, tell, untell } = options
  const deviceOf = options.deviceOf ?? (async (folder: string) => (await stat(folder)).dev)
  let caughtUpAt: string | null = null
  let failure: string | null = null
  let triedAt = -Infinity
  let isTold = false
  let working: Promise<void> = Promise.resolve()

  const chosen = () => settings.read(SETTING, chosenSchema)

  /** The folder itself is never made: what is mounted there may be away, and the disk below it is the wrong one. */
  async function assertUsable(folder: string): Promise<void> {
    const refuse = (reason: string) => {
      throw new StationError({
        code: 'SECOND_PLACE_REFUSED',
        message: `${folder} cannot be the second place for backups: ${reason}.`,
        details: { folder, reason },
      })
    }
    if (!isAbsolute(folder)) refuse('it is no whole path')
    const found = await stat(folder).catch(() => null)
    if (found === null) return refuse('it is not there')
    if (!found.isDirectory()) refuse('it is no folder')
    if ((await deviceOf(folder)) === (await deviceOf(backupDir))) refuse('it is on the same disk as the records')
  }

  async function catchUpNow(): Promise<void> {
    const place = await chosen()
    if (place === null) return
    triedAt = clock.now().getTime()
    try {
      await assertUsable(place.folder)
      const target = join(place.folder, place.name)
      await mkdir(target, { recursive: true })
      caughtUpAt ??= await readNote(target)
      // A cut is of no use without what is below it: oldest first.
      const local = backupsIn(systemFiles, backupDir).reverse()
      const there = new Map((await backupsAt(target)).map((backup) => [backup.name, backup.bytes]))
      for (const { name, bytes, kind, base } of local) {
        const isOrphan = kind === 'cut' && !local.some((below) => below.name === base)
        if (isOrphan) continue
        if (there.get(name) !== bytes) await copyProven(join(backupDir, name), join(target, name))
      }
      // Gone in the middle, what lies below where it was mounted took the rest.
      await assertUsable(place.folder)
      const now = clock.now()
      await letGo(target, now)
      await writeDurably(join(target, NOTE), JSON.stringify({ at: now.toISOString() }))
      caughtUpAt = now.toISOString()
      failure = null
      if (isTold) await untell('SECOND_PLACE_AWAY')
      isTold = false
    } catch (error) {
      failure = reasonOf(error)
      const since = Date.parse(caughtUpAt ?? place.chosenAt)
      if (isTold || clock.now().getTime() - since < AWAY_MS) return
      isTold = true
      tell(away(place.folder, failure, new Date(since)))
    }
  }

  const catchUp = (): Promise<void> => {
    working = working.then(catchUpNow)
    return working
  }

  return {
    /** Copies what is not there yet. Never rejects: what fails shows in the state, and after a day as a notice. */
    catchUp,

    /** Called by the clock: tries again what failed. */
    tick: async (): Promise<void> => {
      const isLate = failure !== null || caughtUpAt === null
      if (isLate && Math.abs(clock.now().getTime() - triedAt) >= AGAIN_MS) await catchUp()
    },

    /** Null: none any longer; what was copied stays where it is. @throws StationError SECOND_PLACE_REFUSED */
    choose: async (folder: string | null): Promise<void> => {
      if (folder !== null) await assertUsable(folder)
      const before = await chosen()
      const name = before?.name ?? `waybill-${slug(await stationName())}-${ids.next('st').slice(-6)}`
      const next = folder === null ? null : { folder, name, chosenAt: clock.now().toISOString() }
      await settings.write(SETTING, next, { folder })
      caughtUpAt = null
      failure = null
      isTold = false
      await untell('SECOND_PLACE_AWAY')
      if (folder !== null) await catchUp()
    },

    state: async (): Promise<SecondPlace | null> => {
      const place = await chosen()
      return place && { folder: place.folder, name: place.name, caughtUpAt, failure }
    },
  }

  async function letGo(target: string, now: Date): Promise<void> {
    const all = await backupsAt(target)
    for (const { name } of whatGoes(all, now, await mostBytes(target, all))) await rm(join(target, name))
  }
}

/** The copies in a folder that may be slow to answer; newest first. */
async function backupsAt(dir: string): Promise<LedgerBackup[]> {
  const found: LedgerBackup[] = []
  for (const name of await readdir(dir)) {
    const backup = backupOf(name, (await stat(join(dir, name))).size, () => baseOf(join(dir, name)))
    if (backup) found.push(backup)
  }
  return found.sort(furthestFirst)
}

/** It bears its name there only when it was read back and is sound. */
async function copyProven(from: string, to: string): Promise<void> {
  const making = `${to}.making${to.slice(to.lastIndexOf('.'))}`
  try {
    await copyFile(from, making)
    const file = await open(making, 'r+')
    await file.sync().finally(() => file.close())
    const facts = await inThread(making, { pages: to.endsWith('.db') })
    if (!facts.isSound) throw new Error(`what was copied there reads as damaged (${facts.detail})`)
    await rename(making, to)
  } finally {
    await rm(making, { force: true }).catch(() => undefined)
  }
}

async function readNote(target: string): Promise<string | null> {
  try {
    const file = await open(join(target, NOTE), 'r')
    const text = await file.readFile('utf8').finally(() => file.close())
    return noteSchema.parse(JSON.parse(text)).at
  } catch {
    return null
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 30) || 'station'

function away(folder: string, reason: string, since: Date): StationError {
  return new StationError({
    code: 'SECOND_PLACE_AWAY',
    message: `The second place for backups, ${folder}, has had nothing since ${since.toISOString()}: ${reason} It catches up by itself once it is there again.`,
    retryable: true,
    details: { folder, reason, since: since.toISOString() },
  })
}
