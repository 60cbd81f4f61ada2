import { z } from 'zod'
import { notKept } from '../../../src-shared/station/error.ts'
import { passphraseSchema, type MaintenanceState } from '../../../src-shared/station/app/maintenance.ts'
import { openBackup } from '../../data/open-backup.ts'
import { sealKeys } from '../../data/seal-keys.ts'
import { backupLines } from '../backup-text.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { withStation } from '../with-station.ts'

/** `waybill backup`: the backups, what is in them, and going back to one. */
export const backupCommand: CliCommand = {
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

Backups are made by themselves while Waybill runs: a full copy each day, each 15 minutes what changed since.`,

  async run(args, io) {
    const { words, flags, common } = readArguments(
      args,
      { at: { type: 'string' }, to: { type: 'string' }, second: { type: 'boolean', default: false } },
      z.object({
        second: z.boolean(),
        to: z.string().optional(),
        at: z.iso.datetime({ offset: true, error: 'a time like 2026-11-21T14:30:00Z' }).optional(),
      }),
    )
    const [action = 'list', name] = words
    const typed = () => passphraseOf(io)
    const { value, lines } =
      action === 'open'
        ? await opened(name, flags.to, typed)
        : await withStation(io, common, { background: false }, (link) =>
            answerOf({ action, name, typed, ...flags }, link),
          )
    if (common.json) io.out(JSON.stringify(value))
    else for (const line of lines) io.out(line)
    return EXIT.done
  },
}

interface Asked {
  action: string
  name: string | undefined
  at?: string | undefined
  /** A copy at the second place is meant. */
  second: boolean
  typed: () => Promise<string>
}

async function answerOf(
  { action, name, at, second, typed }: Asked,
  { run }: StationLink,
): Promise<{ value: unknown; lines: string[] }> {
  const of = second ? ({ place: 'second' } as const) : {}
  const told = (value: MaintenanceState) => ({ value, lines: backupLines(value) })
  switch (action) {
    case 'list':
      return told(await run('maintenance.state', {}))
    case 'now':
      return told(await run('maintenance.backUp', {}))
    case 'verify': {
      const value = await run('maintenance.verify', { name: name ?? null, ...of })
      const where = second ? ' at the second place' : ''
      return {
        value,
        lines: [`✓ ${value.name}${where}  ${value.bookings} bookings until ${value.until ?? 'its beginning'}`],
      }
    }
    case 'restore': {
      if (name === 'none') return told(await run('maintenance.planRestore', { name: null }))
      const wanted = name ?? newestAt(await run('maintenance.state', {}), at)
      return told(await run('maintenance.planRestore', { name: wanted }))
    }
    case 'drill': {
      const value = await run('maintenance.drill', of)
      const from = second ? ' restores from the second place' : ' restores'
      return { value, lines: [`✓ ${value.name}${from}: ${value.bookings} bookings, none missing or different`] }
    }
    case 'second': {
      if (name === undefined) throw new UsageError('backup second: name the folder, or "none"')
      const value = await run('maintenance.useSecondPlace', { folder: name === 'none' ? null : name })
      return told(value)
    }
    case 'passphrase': {
      const parsed = name === 'none' ? null : passphraseSchema.safeParse(await typed())
      if (parsed && !parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'backup passphrase')
      return told(await run('maintenance.sealSecondPlace', { passphrase: parsed ? parsed.data : null }))
    }
    default:
      throw new UsageError(
        `backup: there is no "${action}"; it is list, now, verify, restore, drill, second, passphrase or open`,
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

async function opened(file: string | undefined, to: string | undefined, typed: () => Promise<string>) {
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

/** The newest sound one that is not from after that time. */
function newestAt({ backups }: MaintenanceState, at: string | undefined): string {
  if (at === undefined) throw new UsageError('backup restore: name the file, or say --at TIME')
  const found = backups.find((one) => one.unsound === null && Date.parse(one.at) <= Date.parse(at))
  if (found === undefined) throw notKept(`There is no backup of ${at} or before.`, { at })
  return found.name
}
