import { mkdir, open, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { notStored, StationError } from '../../src-shared/station/error.ts'
import type { Archive } from '../../src-shared/station/app/archive.ts'
import type { SecondPlace } from '../../src-shared/station/app/maintenance.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { StoredSecret } from '../kernel/secrets/stored-secret.ts'
import { anyStep, type AtStep } from '../kernel/sqlite/at-step.ts'
import { HELD_RETRIES } from '../../src-node/rename.ts'
import { freeBytesAt, systemFiles } from '../kernel/sqlite/files.ts'
import { backupsIn, furthestFirst, mostBytes } from './backup/backups.rows.ts'
import { whatGoes, type LedgerBackup } from './backup/retention.ts'
import { SEALED, sealKeyOf, type SealKey } from './backup/sealed-file.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { reasonOf } from '../kernel/sqlite/store-error.ts'
import { openBackup, type OpenedBackup } from './open-backup.ts'
import { sealKeys } from './seal-keys.ts'
import {
  copiesAt,
  copyThere,
  type CopyThere,
  isThere,
  proveBackup,
  proveHash,
  removeThere,
  removeUnfinishedThere,
} from './second-copies.ts'

const SETTING = 'backups.second'
const AWAY_MS = 24 * 60 * 60 * 1000
/** What could not be reached is looked for again so often. */
const AGAIN_MS = 60_000

const chosenSchema = z.object({
  folder: z.string(),
  name: z.string(),
  chosenAt: z.string(),
  /** Of the passphrase that copies are under, 16 bytes in hex; null: under none. The passphrase is in the keychain. */
  salt: z.string().nullable().default(null),
})
/** Where a copy fetched from there is opened; a start that finds it deletes it. */
const BROUGHT = 'from-second.making'
/** Room that is left on the ledger's disk, whatever is fetched. */
const ROOM_LEFT = 512 * 1024 * 1024
const NOTE = 'caught-up.json'
/** `archives`: the hash of each that was proven there, by its name. */
const noteSchema = z.object({ at: z.string(), archives: z.record(z.string(), z.string()).default({}) })

export interface SecondPlaceOptions {
  backupDir: string
  archiveDir: string
  /** The years in files of their own. */
  archives: () => Promise<Pick<Archive, 'name' | 'sha256'>[]>
  settings: SettingStore
  stationName: () => Promise<string>
  /** What copies are sealed under. */
  passphrase: StoredSecret
  clock: Clock
  ids: Ids
  /** Shows a notice; removes all of a code. */
  report: (error: unknown) => void
  withdraw: (code: string) => Promise<void>
  /** Which disk a folder is on. */
  deviceOf?: (folder: string) => Promise<number>
  atStep?: AtStep
}

export type SecondPlaceService = ReturnType<typeof createSecondPlace>

/** A copy of the second place as it lies there, and opened here. */
export interface BroughtCopy {
  backup: LedgerBackup
  opened: OpenedBackup
}

/**
 * A folder on another disk, a share or a stick that every backup is copied to and proven in. It may be unavailable:
 * then it catches up automatically. Two stations may use one folder; each has a folder of its own in it, named after
 * the station.
 */
export function createSecondPlace(options: SecondPlaceOptions) {
  const { backupDir, settings, stationName, clock, ids, report, withdraw, atStep = anyStep } = options
  const deviceOf = options.deviceOf ?? (async (folder: string) => (await stat(folder)).dev)
  let caughtUpAt: string | null = null
  let archivesThere: Record<string, string> = {}
  let failure: string | null = null
  let triedAt = -Infinity
  let isReported = false
  let working: Promise<void> = Promise.resolve()
  const keys = sealKeys(async () => {
    const typed = await options.passphrase.get()
    // Copies are never written without the passphrase that they are to be under.
    if (!typed) throw new Error('its passphrase is no longer on this computer. Enter it again.')
    return typed
  })

  const chosen = () => settings.read(SETTING, chosenSchema)

  /**
   * The folder itself is never made: what is mounted there may be unavailable, and the disk below it is the wrong
   * one.
   */
  async function assertUsable(folder: string): Promise<void> {
    const refuse = (reason: string) => {
      throw refused(folder, reason)
    }
    if (!isAbsolute(folder)) refuse('it is not a full path')
    const found = await stat(folder).catch(() => null)
    if (found === null) return refuse('it is not there')
    if (!found.isDirectory()) refuse('it is not a folder')
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
      await removeUnfinishedThere(target)
      const note = await readNote(target)
      caughtUpAt ??= note?.at ?? null
      archivesThere = { ...note?.archives, ...archivesThere }
      const local = backupsIn(systemFiles, backupDir)
      const key = place.salt === null ? null : await keys.of(place.salt)
      const check = key?.check ?? null
      const copies = await copiesAt(target)
      const there = new Map(copies.map((copy) => [copy.backup.name, copy]))
      const goes = await goesThere(target, local, copies)
      for (const { name, bytes, base } of newestChains(local)) {
        if (goes.has(name)) continue
        const known = there.get(name)
        if (known?.backup.bytes === bytes && known.check === check) continue
        await copyThere({ from: join(backupDir, name), dir: target, name, key, base, prove: proveBackup, atStep })
      }
      if (key) await sealOld(target, key)
      await copyArchives(join(target, 'archives'), key)
      // Gone in the middle, what lies below where it was mounted took the rest.
      await assertUsable(place.folder)
      const now = clock.now()
      await letGo(target, now)
      atStep('second let go')
      const caughtUp = JSON.stringify({ at: now.toISOString(), archives: archivesThere })
      await systemFiles.later.write(join(target, NOTE), [Buffer.from(caughtUp)])
      atStep('second noted')
      caughtUpAt = now.toISOString()
      failure = null
      if (isReported) await withdraw('SECOND_PLACE_AWAY')
      isReported = false
    } catch (error) {
      failure = reasonOf(error)
      const since = Date.parse(caughtUpAt ?? place.chosenAt)
      if (isReported || clock.now().getTime() - since < AWAY_MS) return
      isReported = true
      report(away(place.folder, failure, new Date(since)))
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
      const salt = before?.salt ?? null
      const next = folder === null ? null : { folder, name, salt, chosenAt: clock.now().toISOString() }
      await settings.write(SETTING, next, { folder })
      caughtUpAt = null
      archivesThere = {}
      failure = null
      isReported = false
      await withdraw('SECOND_PLACE_AWAY')
      if (folder !== null) await catchUp()
    },

    /**
     * From now on every copy there is under this passphrase, also those that are there; null: what is copied from now on is
     * under none. @throws StationError SECOND_PLACE_REFUSED when no place is chosen, KEYCHAIN_FAILED
     */
    seal: async (passphrase: string | null): Promise<void> => {
      const place = await chosen()
      if (place === null) throw refused('', 'none is chosen')
      const salt = passphrase === null ? null : (await sealKeyOf(passphrase)).salt
      await options.passphrase.set(passphrase ?? '')
      keys.forget()
      await settings.write(SETTING, { ...place, salt }, { isSealed: salt !== null })
      await catchUp()
    },

    /**
     * Copies one of the copies there, and all below it, to this computer, opened, looks through it and hands it to `work`;
     * then it goes. Null: the newest. @throws StationError SECOND_PLACE_REFUSED, NOT_FOUND, BACKUP_UNSOUND, DISK_FULL
     */
    withCopy: <T>(name: string | null, work: (brought: BroughtCopy) => Promise<T>): Promise<T> => {
      const mine = working.then(() => bring(name, work))
      // While it is read nothing goes there.
      working = mine.then(
        () => undefined,
        () => undefined,
      )
      return mine
    },

    /** Since when the place in use was chosen, ISO 8601 in UTC; null: none is, or it is unavailable or behind. */
    inUseSince: async (): Promise<string | null> =>
      failure === null && caughtUpAt !== null ? ((await chosen())?.chosenAt ?? null) : null,

    state: async (): Promise<SecondPlace | null> => {
      const place = await chosen()
      return (
        place && {
          folder: place.folder,
          name: place.name,
          caughtUpAt,
          failure,
          archives: Object.keys(archivesThere).sort(),
          isSealed: place.salt !== null,
        }
      )
    },
  }

  async function bring<T>(name: string | null, work: (brought: BroughtCopy) => Promise<T>): Promise<T> {
    const place = await chosen()
    if (place === null) throw refused('', 'none is chosen')
    await assertUsable(place.folder)
    const target = join(place.folder, place.name)
    const there = await copiesAt(target).catch(() => [])
    const copy = there.find(({ backup }) => name === null || backup.name === name)
    if (copy === undefined) {
      throw notStored(
        `There is no backup${name === null ? '' : ` ${name}`} in the off-machine backup folder, ${target}.`,
        {
          name,
          target,
        },
      )
    }
    const { backup, check } = copy
    await assertRoom(
      backup,
      there.map((one) => one.backup),
    )
    const to = join(backupDir, BROUGHT)
    try {
      await rm(to, { recursive: true, force: true, maxRetries: HELD_RETRIES })
      const opened = await openBackup(join(target, check === null ? backup.name : backup.name + SEALED), to, keys)
      atStep('second brought')
      return await work({ backup, opened })
    } finally {
      await rm(to, { recursive: true, force: true, maxRetries: HELD_RETRIES })
    }
  }

  /** A rehearsal must not be what fills the ledger's disk: the chain is copied, laid out once, and restored once. */
  async function assertRoom(backup: LedgerBackup, there: readonly LedgerBackup[]): Promise<void> {
    const free = await freeBytesAt(backupDir)
    const base = there.find(({ name }) => name === (backup.base ?? backup.name))
    const increments = there.filter((one) => one.kind === 'cut' && one.base === backup.base)
    const wanted = 2 * (base?.bytes ?? 0) + increments.reduce((sum, { bytes }) => sum + bytes, 0)
    if (free === null || free - wanted >= ROOM_LEFT) return
    throw new StationError({
      code: 'DISK_FULL',
      message: `The disk of ${backupDir} has too little free space to test ${backup.name}: ${wanted} bytes and a reserve of ${ROOM_LEFT} are needed, and ${free} are free.`,
      retryable: true,
      details: { file: backupDir, wanted, free },
    })
  }

  /**
   * An archive is the only place of what was removed here: it is copied whole, read back, and never deleted there.
   */
  async function copyArchives(dir: string, key: SealKey | null): Promise<void> {
    const there = { ...archivesThere }
    for (const { name, sha256 } of await options.archives()) {
      if (there[name] === sha256 && (await isThere(dir, name, key))) continue
      await mkdir(dir, { recursive: true })
      await removeUnfinishedThere(dir)
      const from = join(options.archiveDir, name)
      // What is sealed is compared with this file: it must be the one that was proven.
      await proveHash(sha256)(from).catch(() => {
        throw new Error(`the archive ${name} has changed since it was verified here.`)
      })
      await copyThere({ from, dir, name, key, base: null, prove: proveHash(sha256), atStep })
      there[name] = sha256
    }
    archivesThere = there
  }

  /** What was copied there before there was a passphrase, and is here no longer. */
  async function sealOld(dir: string, key: SealKey): Promise<void> {
    for (const { backup, check } of await copiesAt(dir)) {
      if (check !== null) continue
      const { name, base } = backup
      await copyThere({ from: join(dir, name), dir, name, key, base, prove: proveBackup, atStep })
    }
  }

  /** Names of those here that would not be kept there, where there may be less room than here. */
  async function goesThere(
    target: string,
    local: readonly LedgerBackup[],
    copies: readonly CopyThere[],
  ): Promise<ReadonlySet<string>> {
    const already = copies.map(({ backup }) => backup)
    const missing = local.filter(({ name }) => !already.some((copy) => copy.name === name))
    const all = [...already, ...missing].toSorted(furthestFirst)
    return new Set(whatGoes(all, clock.now(), await mostBytes(target, already)).map(({ name }) => name))
  }

  async function letGo(target: string, now: Date): Promise<void> {
    const all = (await copiesAt(target)).map(({ backup }) => backup)
    for (const { name } of whatGoes(all, now, await mostBytes(target, all))) await removeThere(target, name)
  }
}

/**
 * The newest full copy first, each with its increments behind it, which are of no use without it: should the room end,
 * what is missing there is the oldest.
 * @param backups newest first
 */
const newestChains = (backups: readonly LedgerBackup[]): LedgerBackup[] =>
  backups
    .filter(({ kind }) => kind === 'full')
    .flatMap((full) => [full, ...backups.filter(({ base }) => base === full.name).toReversed()])

async function readNote(target: string): Promise<z.infer<typeof noteSchema> | null> {
  try {
    const file = await open(join(target, NOTE), 'r')
    const text = await file.readFile('utf8').finally(() => file.close())
    return noteSchema.parse(JSON.parse(text))
  } catch {
    return null
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
    message: `The off-machine backup folder ${folder} has received nothing since ${since.toISOString()}: ${reason} It catches up automatically when the folder is available again.`,
    retryable: true,
    details: { folder, reason, since: since.toISOString() },
  })
}

function refused(folder: string, reason: string): StationError {
  return new StationError({
    code: 'SECOND_PLACE_REFUSED',
    message: `${folder} cannot be used for off-machine backups: ${reason}.`.trim(),
    details: { folder, reason },
  })
}
