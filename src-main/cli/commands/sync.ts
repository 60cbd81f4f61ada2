import { z } from 'zod'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { withStation } from '../with-station.ts'

/** `waybill sync`: fetches what changed at the service, now. */
export const syncCommand: CliCommand = {
  name: 'sync',
  summary: 'fetch what changed at the service',
  usage: 'waybill sync',
  async run(args, io) {
    const { common } = readArguments(args, {}, z.object({}))
    const fetched = await withStation(io, common, { background: false }, ({ run }) => run('tracking.sync', {}))
    io.out(common.json ? JSON.stringify(fetched) : `${fetched.shipments} shipments, ${fetched.events} events taken in`)
    return EXIT.done
  },
}
