import { mkdir, open, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { Archive } from '../../src-shared/station/app/archive.ts'
import type { SecondPlace } from '../../src-shared/station/app/maintenance.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { KeptSecret } from '../secrets/kept-secret.ts'
import { systemFiles } from '../store/files.ts'
import { backupsIn, mostBytes } from '../store/ledger/backup/backups.ts'
import { whatGoes } from '../store/ledger/backup/retention.ts'
import { sealKeyOf, type SealKey } from '../store/ledger/backup/sealed-file.ts'
import type { SettingStore } from '../store/ledger/settings/settings.ts'
import { reasonOf } from '../store/store-error.ts'
import { copiesAt, copyThere, isThere, proveBackup, proveHash, removeThere } from './second-copies.ts'

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
  passphrase: KeptSecret
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
  let archivesThere: Record<string, string> = {}
  let failure: string | null = null
  let triedAt = -Infinity
  let isTold = false
  let working: Promise<void> = Promise.resolve()
  const keys = sealKeys(options.passphrase)

  const chosen = () => settings.read(SETTING, chosenSchema)

  /** The folder itself is never made: what is mounted there may be away, and the disk below it is the wrong one. */
  async function assertUsable(folder: string): Promise<void> {
    const refuse = (reason: string) => {
      throw refused(folder, reason)
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
      const note = await readNote(target)
      caughtUpAt ??= note?.at ?? null
      archivesThere = { ...note?.archives, ...archivesThere }
      // A cut is of no use without what is below it: oldest first.
      const local = backupsIn(systemFiles, backupDir).reverse()
      const key = place.salt === null ? null : await keys.of(place.salt)
      const check = key?.check ?? null
      const there = new Map((await copiesAt(target)).map((copy) => [copy.backup.name, copy]))
      for (const { name, bytes, kind, base } of local) {
        const isOrphan = kind === 'cut' && !local.some((below) => below.name === base)
        if (isOrphan) continue
        const known = there.get(name)
        if (known?.backup.bytes === bytes && known.check === check) continue
        await copyThere({ from: join(backupDir, name), dir: target, name, key, base, prove: proveBackup })
      }
      if (key) await sealOld(target, key)
      await copyArchives(join(target, 'archives'), key)
      // Gone in the middle, what lies below where it was mounted took the rest.
      await assertUsable(place.folder)
      const now = clock.now()
      await letGo(target, now)
      await writeDurably(join(target, NOTE), JSON.stringify({ at: now.toISOString(), archives: archivesThere }))
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
      const salt = before?.salt ?? null
      const next = folder === null ? null : { folder, name, salt, chosenAt: clock.now().toISOString() }
      await settings.write(SETTING, next, { folder })
      caughtUpAt = null
      archivesThere = {}
      failure = null
      isTold = false
      await untell('SECOND_PLACE_AWAY')
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

  /** An archive is the only place of what was removed here: it is copied whole, read back, and never let go of there. */
  async function copyArchives(dir: string, key: SealKey | null): Promise<void> {
    const there = { ...archivesThere }
    for (const { name, sha256 } of await options.archives()) {
      if (there[name] === sha256 && (await isThere(dir, name, key))) continue
      await mkdir(dir, { recursive: true })
      const from = join(options.archiveDir, name)
      // What is sealed is compared with this file: it must be the one that was proven.
      await proveHash(sha256)(from).catch(() => {
        throw new Error(`the archive ${name} is not as it was proven here.`)
      })
      await copyThere({ from, dir, name, key, base: null, prove: proveHash(sha256) })
      there[name] = sha256
    }
    archivesThere = there
  }

  /** What was copied there before there was a passphrase, and is here no longer. */
  async function sealOld(dir: string, key: SealKey): Promise<void> {
    for (const { backup, check } of await copiesAt(dir)) {
      if (check !== null) continue
      const { name, base } = backup
      await copyThere({ from: join(dir, name), dir, name, key, base, prove: proveBackup })
    }
  }

  async function letGo(target: string, now: Date): Promise<void> {
    const all = (await copiesAt(target)).map(({ backup }) => backup)
    for (const { name } of whatGoes(all, now, await mostBytes(target, all))) await removeThere(target, name)
  }
}

async function readNote(target: string): Promise<z.infer<typeof noteSchema> | null> {
  try {
    const file = await open(join(target, NOTE), 'r')
    const text = await file.readFile('utf8').finally(() => file.close())
    return noteSchema.parse(JSON.parse(text))
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

function refused(folder: string, reason: string): StationError {
  return new StationError({
    code: 'SECOND_PLACE_REFUSED',
    message: `${folder} cannot be the second place for backups: ${reason}.`.trim(),
    details: { folder, reason },
  })
}

/** Keys of the passphrase that is kept, by their salt: each takes a third of a second to make. */
function sealKeys(passphrase: KeptSecret) {
  const made = new Map<string, Promise<SealKey>>()
  return {
    of: async (salt: string): Promise<SealKey> => {
      const typed = await passphrase.get()
      // Copies are never written without the passphrase that they are to be under.
      if (!typed) throw new Error('its passphrase is not on this computer any more. Type it again.')
      const known = made.get(salt) ?? sealKeyOf(typed, salt)
      made.set(salt, known)
      return known
    },
    forget: (): void => made.clear(),
  }
}
