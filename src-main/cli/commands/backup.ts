import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { insideOf } from '../../../src-node/inside.ts'
import { passphraseSchema, type MaintenanceState } from '../../../src-shared/station/app/maintenance.ts'
import { notKept, StationError } from '../../../src-shared/station/error.ts'
import { ledgerAnswerOf } from '../../app/host-options.ts'
import { proveArchive, unpackArchive, withArchive } from '../../data/archive/archive-file.rows.ts'
import { openBackup } from '../../data/open-backup.ts'
import { sealKeys } from '../../data/seal-keys.ts'
import { reasonOf } from '../../kernel/sqlite/store-error.ts'
import { cliCommand, type Reported } from '../command.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { backupLines } from '../text.ts'

const options = z.object({
  second: z.boolean().default(false),
  to: z.string().optional(),
  at: z.iso.datetime({ offset: true, error: 'a time like 2026-11-21T14:30:00Z' }).optional(),
  'new-ledger': z.boolean().default(false),
  'restore-ledger': z.string().optional(),
})

/** `waybill backup`: the backups, their contents, and restoring one. */
export const backupCommand = cliCommand({
  name: 'backup',
  summary: 'back up, list, verify and restore the records',
  usage: `waybill backup [list]             what each backup holds, or why it cannot be restored
waybill backup now                a full copy, now
waybill backup verify [NAME]      look through one whole (default: the newest)
waybill backup restore NAME       go back to that one at the next start
waybill backup restore --at TIME  the newest of that time or before, e.g. 2026-11-21T14:30:00Z
waybill backup restore none       not after all
waybill backup drill              restore the newest into a file of its own, compare, and remove it
waybill backup verify|drill --second
                                  the same with a copy at the second place, brought here and opened with its passphrase
waybill backup second FOLDER      copy every backup to this folder on another disk as well; "none": no longer
waybill backup passphrase         read a passphrase from standard input; copies at the second place are under it
waybill backup passphrase none    under none from now on
waybill backup open FILE --to DIR copy one out of a second place, with all below it, and look through it; the passphrase
                                  is taken from WAYBILL_PASSPHRASE, else read from standard input; needs no records
waybill backup archive FILE [--to DIR]
                                  read a year's archive through, and put its index.csv, labels, papers and rows into a new
                                  folder; needs no records
waybill backup --restore-ledger NAME
                                  the records are gone or damaged: put this backup, or a ledger that was put aside, in their
                                  place
waybill backup --new-ledger       the records are gone or damaged: begin empty ones

The last two do nothing while sound records are there; what lies in their place is kept beside them under another name.
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
  const where = second ? 'the second place' : ''
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
      if (name === undefined) throw new UsageError('backup second: name the folder, or "none"')
      return reported(await run('maintenance.useSecondPlace', { folder: name === 'none' ? null : name }))
    }
    case 'passphrase': {
      const parsed = name === 'none' ? null : passphraseSchema.safeParse(await typed())
      if (parsed && !parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'backup passphrase')
      return reported(await run('maintenance.sealSecondPlace', { passphrase: parsed && parsed.data }))
    }
    default:
      throw new UsageError(
        `backup: there is no "${action}"; it is list, now, verify, restore, drill, second, passphrase, open or archive`,
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
  if (file === undefined || to === undefined) throw new UsageError('backup open: name the file and say --to DIR')
  const value = await openBackup(file, to, sealKeys(typed))
  const { names, facts } = value
  const lines = [
    `✓ ${facts.bookings} bookings until ${facts.until ?? 'its beginning'}`,
    ...names.map((name) => `  ${name}`),
    'To go back to it: put these files into the folder backups of the data folder, then "waybill backup restore NAME".',
  ]
  return { value, lines }
}

/** @throws StationError ARCHIVE_UNSOUND, NOT_FOUND */
function archived(file: string | undefined, to: string | undefined): Reported {
  if (file === undefined) throw new UsageError('backup archive: name the file')
  const facts = archiveFacts(file)
  const { year, bookings, documents, audit } = facts
  const lines = [`✓ ${year}: ${bookings} bookings, ${documents} documents, ${audit} rows of the audit log`]
  if (to === undefined) return { value: facts, lines }
  mkdirSync(to)
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
    if (/unable to open|no such/i.test(detail)) throw notKept(`There is no file ${file}.`, { file })
    throw new StationError({
      code: 'ARCHIVE_UNSOUND',
      message: `${file} cannot be read: ${detail}.`,
      details: { name: file, detail },
    })
  }
}

/** The newest sound one that is not from after that time. */
function newestAt({ backups }: MaintenanceState, at: string | undefined): string {
  if (at === undefined) throw new UsageError('backup restore: name the file, or say --at TIME')
  const found = backups.find((one) => one.unsound === null && Date.parse(one.at) <= Date.parse(at))
  if (found === undefined) throw notKept(`There is no backup of ${at} or before.`, { at })
  return found.name
}
