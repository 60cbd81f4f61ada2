import { resolve } from 'node:path'
import { z } from 'zod'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { withStation } from '../with-station.ts'

/** `waybill support`: the file that is sent along when asking for help. */
export const supportCommand: CliCommand = {
  name: 'support',
  summary: 'write a file for whoever helps: log, versions, states',
  usage: `waybill support [--with-labels] [--out FILE]

Writes a ZIP with the log, versions, settings, sizes, the last calls, printers and health. It holds no key, name, address
or label; look into it before you send it.
  --with-labels  put the newest 20 bookings and their labels in as well, with names and addresses
  --out FILE     write it there (default: waybill-support-<day>.zip in this folder)`,
  async run(args, io) {
    const { flags, common } = readArguments(
      args,
      { 'with-labels': { type: 'boolean', default: false }, out: { type: 'string' } },
      z.object({ 'with-labels': z.boolean(), out: z.string().min(1).optional() }),
    )
    const withLabels = flags['with-labels']
    const { fileName, base64 } = await withStation(io, common, { background: false }, ({ run }) =>
      run('support.file', { withLabels }),
    )
    const path = resolve(flags.out ?? fileName)
    const bytes = Buffer.from(base64, 'base64')
    await io.writeFile(path, bytes)
    const told = withLabels ? 'with names, addresses and labels' : 'without names, addresses and labels'
    io.out(common.json ? JSON.stringify({ path, bytes: bytes.length, withLabels }) : `${path} (${told})`)
    return EXIT.done
  },
}
