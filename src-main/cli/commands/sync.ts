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
    const [fetched, state] = await withStation(io, common, { background: false }, async ({ run }) => {
      const taken = await run('tracking.sync', {})
      return [taken, await run('tracking.state', {})] as const
    })
    const { phase, filled, total, summariesOnly } = state
    if (common.json) {
      io.out(JSON.stringify({ ...fetched, phase, filled, total, summariesOnly }))
      return EXIT.done
    }
    io.out(`${fetched.shipments} shipments, ${fetched.events} events taken in`)
    if (phase === 'filling') io.out(`first fill: ${filled} of ${total ?? 'an unknown number of'} shipments are here`)
    if (summariesOnly > 0) io.out(`the details of ${summariesOnly} shipments are still to come`)
    return EXIT.done
  },
}
