import { z } from 'zod'
import type { SettingDifference, settingsFileInputSchema } from '../../../src-shared/station/app/settings-file.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type StationLink } from '../io.ts'
import { readJson } from '../json-file.ts'
import { table } from '../table.ts'
import { withStation } from '../with-station.ts'

type Json = z.output<typeof settingsFileInputSchema>['file']

/** `waybill settings`: what an administrator lays down, as one file. */
export const settingsCommand: CliCommand = {
  name: 'settings',
  summary: 'the settings of a station as one file',
  usage: `waybill settings export [FILE]  write them to FILE, or to standard output
waybill settings diff FILE      what an import would change
waybill settings import FILE    change it; what the file leaves out stays

"-" is standard input. Keys and secrets are never in the file.`,

  async run(args, io) {
    const { words, common } = readArguments(args, {}, z.object({}))
    const [action, path] = words
    const within = <T>(work: (link: StationLink) => Promise<T>) => withStation(io, common, { background: false }, work)
    if (action === 'export') {
      const file = await within(({ run }) => run('settings.export', {}))
      const text = JSON.stringify(file, null, 2)
      if (path === undefined) io.out(text)
      else await io.writeFile(path, new TextEncoder().encode(`${text}\n`))
      return EXIT.done
    }
    if (action !== 'diff' && action !== 'import') {
      throw new UsageError(`settings: there is no "${action ?? ''}"; it is export, diff or import`)
    }
    if (path === undefined) throw new UsageError(`settings ${action}: name the file, or "-"`)
    // Parsed again where it comes in: within bounds it is any JSON.
    const file = (await readJson(io, path, 'file')) as Json
    const changes = await within(async ({ run }) =>
      action === 'diff' ? run('settings.diff', { file }) : (await run('settings.import', { file })).changed,
    )
    if (common.json) io.out(JSON.stringify(changes))
    else if (changes.length === 0) io.out('Nothing differs.')
    else for (const line of linesOf(changes)) io.out(line)
    return EXIT.done
  },
}

const linesOf = (changes: readonly SettingDifference[]): string[] =>
  table(
    ['field', 'now', 'then'],
    changes.map(({ path, now, then }) => [path, JSON.stringify(now), JSON.stringify(then)]),
  )
