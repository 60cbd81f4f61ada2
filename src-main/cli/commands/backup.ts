import { z } from 'zod'
import { notKept } from '../../../src-shared/station/error.ts'
import type { MaintenanceState } from '../../../src-shared/station/app/maintenance.ts'
import { backupLines } from '../backup-text.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type StationLink } from '../io.ts'
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
waybill backup second FOLDER      copy every backup to this folder on another disk as well; "none": no longer

Backups are made by themselves while Waybill runs: a full copy each day, each 15 minutes what changed since.`,

  async run(args, io) {
    const { words, flags, common } = readArguments(
      args,
      { at: { type: 'string' } },
      z.object({ at: z.iso.datetime({ offset: true, error: 'a time like 2026-11-21T14:30:00Z' }).optional() }),
    )
    const [action = 'list', name] = words
    const { value, lines } = await withStation(io, common, { background: false }, (link) =>
      answerOf(action, name, flags.at, link),
    )
    if (common.json) io.out(JSON.stringify(value))
    else for (const line of lines) io.out(line)
    return EXIT.done
  },
}

async function answerOf(
  action: string,
  name: string | undefined,
  at: string | undefined,
  { run }: StationLink,
): Promise<{ value: unknown; lines: string[] }> {
  const told = (value: MaintenanceState) => ({ value, lines: backupLines(value) })
  switch (action) {
    case 'list':
      return told(await run('maintenance.state', {}))
    case 'now':
      return told(await run('maintenance.backUp', {}))
    case 'verify': {
      const value = await run('maintenance.verify', { name: name ?? null })
      return { value, lines: [`✓ ${value.name}  ${value.bookings} bookings until ${value.until ?? 'its beginning'}`] }
    }
    case 'restore': {
      if (name === 'none') return told(await run('maintenance.planRestore', { name: null }))
      const wanted = name ?? newestAt(await run('maintenance.state', {}), at)
      return told(await run('maintenance.planRestore', { name: wanted }))
    }
    case 'drill': {
      const value = await run('maintenance.drill', {})
      return { value, lines: [`✓ ${value.name} restores: ${value.bookings} bookings, none missing or different`] }
    }
    case 'second': {
      if (name === undefined) throw new UsageError('backup second: name the folder, or "none"')
      const value = await run('maintenance.useSecondPlace', { folder: name === 'none' ? null : name })
      return told(value)
    }
    default:
      throw new UsageError(`backup: there is no "${action}"; it is list, now, verify, restore, drill or second`)
  }
}

/** The newest sound one that is not from after that time. */
function newestAt({ backups }: MaintenanceState, at: string | undefined): string {
  if (at === undefined) throw new UsageError('backup restore: name the file, or say --at TIME')
  const found = backups.find((one) => one.unsound === null && Date.parse(one.at) <= Date.parse(at))
  if (found === undefined) throw notKept(`There is no backup of ${at} or before.`, { at })
  return found.name
}
