import { resolve } from 'node:path'
import { z } from 'zod'
import { cliCommand } from '../command.ts'
import { writeNamed } from '../files.ts'

/** `waybill support`: the file that is sent along when asking for help. */
export const supportCommand = cliCommand({
  name: 'support',
  usage: `waybill support [--with-labels] [--out FILE]

Writes a ZIP with the log, versions, settings, sizes, recent calls, printers, and health. It contains no keys, names, addresses,
or labels; check it before you send it.
  --with-labels  also includes the newest 20 bookings and their labels, with names and addresses
  --out FILE     where to write it (default: waybill-support-<day>.zip in this folder)`,
  options: z.object({ 'with-labels': z.boolean().default(false), out: z.string().min(1).optional() }),
  async run({ flags, io, inStation }) {
    const withLabels = flags['with-labels']
    const { fileName, base64 } = await inStation(({ run }) => run('support.file', { withLabels }))
    const path = resolve(flags.out ?? fileName)
    const bytes = Buffer.from(base64, 'base64')
    await writeNamed(io, path, bytes)
    const what = withLabels ? 'with names, addresses, and labels' : 'without names, addresses, and labels'
    return { value: { path, bytes: bytes.length, withLabels }, lines: [`${path} (${what})`] }
  },
})
