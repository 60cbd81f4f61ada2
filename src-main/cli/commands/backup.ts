import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { insideOf } from '../../../src-node/inside.ts'
import { passphraseSchema, type MaintenanceState } from '../../../src-shared/station/app/maintenance.ts'
import { notStored, StationError } from '../../../src-shared/station/error.ts'
import { ledgerAnswerOf } from '../../app/host-options.ts'
import { proveArchive, unpackArchive, withArchive } from '../../data/archive/archive-file.rows.ts'
import { openBackup } from '../../data/open-backup.ts'
import { sealKeys } from '../../data/seal-keys.ts'
import { reasonOf } from '../../kernel/sqlite/store-error.ts'
import { cliCommand, type Reported } from '../command.ts'
import { notWritten } from '../files.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { backupLines } from '../text.ts'

const options = z.object({
  second: z.boolean().default(false),
  to: z.string().optional(),
  at: z.iso.datetime({ offset: true, error: 'a time such as 2026-11-21T14:30:00Z' }).optional(),
  'new-ledger': z.boolean().default(false),
  'restore-ledger': z.string().optional(),
})

/** `waybill backup`: the backups, their contents, and restoring one. */
export const backupCommand = cliCommand({
  name: 'backup',
  usage: `waybill backup [list]             what each backup holds, or why it cannot be restored
waybill backup now                a full copy, now
waybill backup verify [NAME]      check one completely (default: the newest)
waybill backup restore NAME       restore it at the next start
waybill backup restore --at TIME  restore the newest one up to that time, e.g. 2026-11-21T14:30:00Z
waybill backup restore none       cancel the restore
waybill backup drill              test: restore the newest to a separate file, compare it, and delete it
waybill backup verify|drill --second
                                  the same with an off-machine copy, opened with its passphrase
waybill backup second FOLDER      also copy every backup to this folder on another disk; "none" stops that
waybill backup passphrase         read a passphrase from standard input; off-machine copies are encrypted with it
waybill backup passphrase none    stop encrypting them
waybill backup open FILE --to DIR copy one from the off-machine folder, with those it depends on, and check it; the passphrase
                                  comes from WAYBILL_PASSPHRASE or standard input; needs no records
waybill backup archive FILE [--to DIR]
                                  check a year's archive, and copy its index.csv, labels, documents, and rows to a new
                                  folder; needs no records
waybill backup --restore-ledger NAME
                                  the records are missing or damaged: use this backup, or a ledger that was set aside,
                                  instead
waybill backup --new-ledger       the records are missing or damaged: start with empty ones

The last two do nothing if the records are fine. A file that they replace is kept under another name.
While Waybill runs, it makes a full backup daily and an incremental one every 15 minutes.`,
  options,
  async run({ flags, words, io, inStation }) {
    const [action = 'list', name] = words
    const typed = () => passphraseOf(io)
    if (action === 'open') return opened(name, flags.to, typed)
    if (action === 'archive') return archived(name, flags.to)
    const ledgerAnswer = ledgerAnswerOf(flags)
    if (ledgerAnswer === undefined) return inStation((link) => answerOf({ action, name, typed, ...flags }, link))
    const { notices } = await inStation(({ run }) => run('station.state', {}), { ledgerAnswer })
    return { value: notices, lines: notices.map(({ message }) => message) }
  },
})

interface Asked extends Pick<z.output<typeof options>, 'at' | 'second'> {
  action: string
  name: string | undefined
  typed: () => Promise<string>
}

async function answerOf({ action, name, at, second, typed }: Asked, { run }: StationLink): Promise<Reported> {
  const of = second ? ({ place: 'second' } as const) : {}
  const where = second ? 'the off-machine folder' : ''
  const reported = (value: MaintenanceState) => ({ value, lines: backupLines(value) })
  switch (action) {
    case 'list':
      return reported(await run('maintenance.state', {}))
    case 'now':
      return reported(await run('maintenance.backUp', {}))
    case 'verify': {
      const value = await run('maintenance.verify', { name: name ?? null, ...of })
      const holds = `${value.bookings} bookings until ${value.until ?? 'its beginning'}`
      return { value, lines: [`✓ ${value.name}${where && ` at ${where}`}  ${holds}`] }
    }
    case 'restore': {
      const wanted = name === 'none' ? null : (name ?? newestAt(await run('maintenance.state', {}), at))
      return reported(await run('maintenance.planRestore', { name: wanted }))
    }
    case 'drill': {
      const value = await run('maintenance.drill', of)
      const restores = `${value.name} restores${where && ` from ${where}`}`
      return { value, lines: [`✓ ${restores}: ${value.bookings} bookings, none missing or different`] }
    }
    case 'second': {
      if (name === undefined) throw new UsageError('backup second: give a folder, or "none"')
      return reported(await run('maintenance.useSecondPlace', { folder: name === 'none' ? null : name }))
    }
    case 'passphrase': {
      const parsed = name === 'none' ? null : passphraseSchema.safeParse(await typed())
      if (parsed && !parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'backup passphrase')
      return reported(await run('maintenance.sealSecondPlace', { passphrase: parsed && parsed.data }))
    }
    default:
      throw new UsageError(
        `backup: unknown action "${action}"; use list, now, verify, restore, drill, second, passphrase, open or archive`,
      )
  }
}

/** From the environment, or the first line of standard input: an argument is read by every user of the machine. */
async function passphraseOf(io: CliIo): Promise<string> {
  const given = io.env['WAYBILL_PASSPHRASE']
  if (given !== undefined && given !== '') return given
  const [line = ''] = Buffer.from(await io.readInput())
    .toString('utf8')
    .split(/\r?\n/)
  return line
}

async function opened(
  file: string | undefined,
  to: string | undefined,
  typed: () => Promise<string>,
): Promise<Reported> {
  if (file === undefined || to === undefined) throw new UsageError('backup open: give the file and --to DIR')
  const value = await openBackup(file, to, sealKeys(typed))
  const { names, facts } = value
  const lines = [
    `✓ ${facts.bookings} bookings until ${facts.until ?? 'its beginning'}`,
    ...names.map((name) => `  ${name}`),
    'To restore it: copy these files to the backups folder of the data folder, then run "waybill backup restore NAME".',
  ]
  return { value, lines }
}

/** @throws StationError ARCHIVE_UNSOUND, NOT_FOUND */
function archived(file: string | undefined, to: string | undefined): Reported {
  if (file === undefined) throw new UsageError('backup archive: give the file')
  const facts = archiveFacts(file)
  const { year, bookings, documents, audit } = facts
  const lines = [`✓ ${year}: ${bookings} bookings, ${documents} documents, ${audit} rows of the audit log`]
  if (to === undefined) return { value: facts, lines }
  try {
    mkdirSync(to)
  } catch (error) {
    throw notWritten(to, error)
  }
  withArchive(file, (archive) => {
    for (const { name, bytes, isMore } of unpackArchive(archive)) {
      const path = insideOf(to, name)
      mkdirSync(dirname(path), { recursive: true })
      if (isMore) appendFileSync(path, bytes)
      else writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' })
    }
  })
  return { value: facts, lines: [...lines, join(to, 'index.csv')] }
}

function archiveFacts(file: string) {
  try {
    return proveArchive(file)
  } catch (error) {
    const detail = reasonOf(error)
    if (/unable to open|no such/i.test(detail)) throw notStored(`There is no file ${file}.`, { file })
    throw new StationError({
      code: 'ARCHIVE_UNSOUND',
      message: `${file} cannot be read: ${detail}.`,
      details: { name: file, detail },
    })
  }
}

/** The newest sound one that is not from after that time. */
function newestAt({ backups }: MaintenanceState, at: string | undefined): string {
  if (at === undefined) throw new UsageError('backup restore: give the file, or --at TIME')
  const found = backups.find((one) => one.unsound === null && Date.parse(one.at) <= Date.parse(at))
  if (found === undefined) throw notStored(`There is no backup from ${at} or earlier.`, { at })
  return found.name
}
