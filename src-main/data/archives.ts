import { join } from 'node:path'
import { z } from 'zod'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { nextTurn } from '../../src-node/runtime/wait.ts'
import {
  archiveFactsSchema,
  archiveSchema,
  type Archive,
  type ArchiveRemoval,
  type Archives as ArchiveList,
} from '../../src-shared/station/app/archive.ts'
import { notStored, StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import { hashOfFile, isIn, withArchive } from './archive/archive-file.rows.ts'
import { anyStep, type AtStep } from '../kernel/sqlite/at-step.ts'
import type { StoreFiles } from '../kernel/sqlite/files.ts'
import { backupsIn } from './backup/backups.rows.ts'
import type { ArchivedBytes } from './retention/bytes.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { reasonOf } from '../kernel/sqlite/store-error.ts'

const SETTING = 'archives'
const archivesSchema = z.array(archiveSchema)
const MAKING = '.making'

export interface ArchivesOptions {
  dataDir: string
  files: StoreFiles
  settings: SettingStore
  /** A full copy of the ledger, now: an archive is written from a copy that was proven, never from the file in use. */
  takeFull: () => Promise<void>
  archivedBytes: ArchivedBytes
  /** Called when one was made. */
  onMade?: () => void
  clock: Clock
  atStep?: AtStep
}

export type Archives = ReturnType<typeof createArchives>

/**
 * A year in a file of its own. It bears its name when it was written out of a proven copy, read back whole and is on
 * the disk; only then its labels may go from here (manifests stay), one short transaction at a time. Killed at any
 * step: without its name it is rewritten, and a removal that was begun continues on the next request.
 */
export function createArchives({
  dataDir,
  files,
  settings,
  takeFull,
  archivedBytes,
  onMade,
  clock,
  atStep = anyStep,
}: ArchivesOptions) {
  const dir = join(dataDir, 'archives')
  const all = async (): Promise<Archive[]> => (await settings.read(SETTING, archivesSchema)) ?? []
  let working: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = working.then(work)
    working = mine.catch(() => undefined)
    return mine
  }

  async function note(archive: Archive, what: string): Promise<void> {
    const others = (await all()).filter(({ year }) => year !== archive.year)
    const { year, name, bookings, documents, sha256 } = archive
    await settings.write(
      SETTING,
      [...others, archive].sort((a, b) => a.year - b.year),
      {
        ...{ what, year, name, bookings, documents, sha256 },
      },
    )
  }

  async function make(year: number): Promise<Archive> {
    if (year >= clock.now().getUTCFullYear()) throw wrong(`The year ${year} is not over yet.`, { year })
    const before = (await all()).find((one) => one.year === year)
    if (before && before.removedAt !== null) throw onlyCopy(before)
    files.makeFolder(dir)
    for (const name of files.list(dir)) if (name.endsWith(MAKING)) await files.later.remove(join(dir, name))
    await takeFull()
    const backupDir = join(dataDir, 'backups')
    const copy = backupsIn(files, backupDir).find(({ kind }) => kind === 'full')
    if (copy === undefined) throw notStored('There is no full backup to make the archive from.', {})
    const name = `waybill-${year}.archive`
    const making = join(dir, name + MAKING)
    atStep('archive begun')
    const file = join(dir, name)
    const { facts, isLess } = await inThread({
      copy: join(backupDir, copy.name),
      target: making,
      year,
      before: files.exists(file) ? file : null,
    })
    atStep('archive proven')
    // A removal that broke off, or the retention, deleted here what only the file of before holds.
    if (isLess) {
      await files.later.remove(making)
      throw onlyCopy({ name, year })
    }
    const sha256 = await hashOfFile(making)
    const bytes = files.size(making) ?? 0
    await files.later.rename(making, file)
    atStep('archive named')
    const archive = { ...facts, name, bytes, sha256, provenAt: clock.now().toISOString(), removedAt: null }
    await note(archive, 'archive made')
    atStep('archive noted')
    onMade?.()
    return archive
  }

  async function remove(year: number): Promise<ArchiveRemoval> {
    const archive = (await all()).find((one) => one.year === year)
    if (archive === undefined) throw notStored(`There is no archive of ${year}.`, { year })
    const file = join(dir, archive.name)
    await assertProven(archive, file)
    await note(archive, 'archive removal begun')
    atStep('archive removal begun')
    const sum = { count: 0, bytes: 0 }
    // The file is read alone, so that each document goes only when it is seen in there.
    const slices = archivedBytes(archive, (sha256) => withArchive(file, (db) => isIn(db, sha256)))
    for await (const { count, bytes } of slices) {
      sum.count += count
      sum.bytes += bytes
      atStep('archive slice removed')
      await nextTurn()
    }
    const ended = { ...archive, removedAt: archive.removedAt ?? clock.now().toISOString() }
    await note(ended, 'archive removal ended')
    return { archive: ended, ...sum }
  }

  return {
    list: async (): Promise<ArchiveList> => ({
      archives: await all(),
      lastYear: clock.now().getUTCFullYear() - 1,
    }),

    /** @throws StationError WRONG_STATE, ARCHIVE_UNSOUND, DISK_FULL */
    make: (year: number): Promise<Archive> =>
      inTurn(async () => {
        try {
          return await make(year)
        } catch (error) {
          if (error instanceof StationError) throw error
          throw unsound(`waybill-${year}.archive`, reasonOf(error))
        }
      }),

    /**
     * Deletes here what the archive holds, after another verification. @throws StationError NOT_FOUND,
     * ARCHIVE_UNSOUND
     */
    remove: (year: number): Promise<ArchiveRemoval> => inTurn(() => remove(year)),

    /** In which archive an order of that day is; null: in none, or its labels are here as well. */
    holding: async (bookedAt: string): Promise<string | null> =>
      (await all()).find(({ year, removedAt }) => removedAt !== null && bookedAt.startsWith(`${year}-`))?.name ?? null,
  }

  async function assertProven({ name, year, sha256 }: Archive, file: string): Promise<void> {
    if (!files.exists(file)) throw unsound(name, 'it is gone')
    if ((await hashOfFile(file)) !== sha256) throw unsound(name, 'it has changed since it was verified')
    try {
      await inThread({ copy: null, target: file, year, before: null })
    } catch (error) {
      throw unsound(name, reasonOf(error))
    }
  }
}

const wrong = (message: string, details: Record<string, unknown>) =>
  new StationError({ code: 'WRONG_STATE', message, details })

const onlyCopy = ({ name, year }: Pick<Archive, 'name' | 'year'>) =>
  wrong(`What ${name} contains was removed here: this archive is the only copy and is not overwritten.`, { year })

const unsound = (name: string, detail: string) =>
  new StationError({
    code: 'ARCHIVE_UNSOUND',
    message: `The archive ${name} cannot be trusted: ${detail}. Nothing was removed.`,
    details: { name, detail },
  })

/** From source as from the build: the file beside this one's neighbour. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

const provenSchema = z.object({ facts: archiveFactsSchema, isLess: z.boolean() })

interface ArchiveWork {
  /** A copy of the ledger to write it from; null: it is there, and only read back. */
  copy: string | null
  target: string
  year: number
  /** The archive of before: `isLess` when it holds a document that the new one lacks. */
  before: string | null
}

function inThread(work: ArchiveWork): Promise<z.infer<typeof provenSchema>> {
  return new Promise((resolve, reject) => {
    const { processes, log } = runtime()
    const module = new URL(`./archive/archive.worker${extension}`, import.meta.url)
    const worker = processes.thread(module, { data: work, log })
    worker.ref()
    worker.on('message', (message: unknown) => {
      resolve(provenSchema.parse(message))
      void worker.terminate()
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`the thread for the archive ended with ${code}`)))
  })
}
