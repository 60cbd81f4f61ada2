import { z } from 'zod'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { table } from '../table.ts'
import { withStation } from '../with-station.ts'

/** `waybill printers`: the printers that are set up. */
export const printersCommand: CliCommand = {
  name: 'printers',
  summary: 'the printers that are set up',
  usage: 'waybill printers',
  async run(args, io) {
    const { common } = readArguments(args, {}, z.object({}))
    const printers = await withStation(io, common, { background: false }, ({ run }) => run('printers.list', {}))
    if (common.json) io.out(JSON.stringify(printers))
    else
      for (const line of table(['printer', 'language', 'dpi', 'media', 'connection', ''], printers.map(columns)))
        io.out(line)
    return EXIT.done
  },
}

function columns({ name, language, dpi, media, connection, isDefault }: Printer): string[] {
  return [
    name,
    language,
    String(dpi),
    `${media.widthIn}x${media.heightIn} in`,
    connectionText(connection),
    isDefault ? 'default' : '',
  ]
}

function connectionText(connection: Printer['connection']): string {
  const { kind, ...rest } = connection
  return [kind, ...Object.values(rest)].join(' ')
}
