import { z } from 'zod'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import type { Shipment, ShipmentDetail, TrackingEvent } from '../../../src-shared/station/tracking/shipment.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import type { CliIo, StationLink } from '../io.ts'
import { table } from '../table.ts'
import { withStation } from '../with-station.ts'

const flagsSchema = z.object({
  status: z
    .string()
    .transform((word) => word.toUpperCase())
    .pipe(z.enum(SHIPMENT_STATUSES, { error: `must be one of ${SHIPMENT_STATUSES.join(', ')}` }))
    .optional(),
  limit: z.coerce.number().int().min(1, 'must be 1 to 200').max(200, 'must be 1 to 200').default(50),
})

/** `waybill track`: where shipments are. */
export const trackCommand: CliCommand = {
  name: 'track',
  summary: 'where shipments are',
  usage: `waybill track CODE...            asks the service for these now: shipment id, tracking number, PRO or reference
waybill track [--status WORD] [--limit N]   what is known here, newest first
waybill track --status EXCEPTION            what went wrong`,

  async run(args, io) {
    const { flags, words, common } = readArguments(
      args,
      { status: { type: 'string' }, limit: { type: 'string' } },
      flagsSchema,
    )
    return withStation(io, common, { background: false }, async (link) => {
      if (words.length === 0) {
        const { rows } = await link.run('shipments.search', { text: '', ...flags })
        if (common.json) io.out(JSON.stringify(rows))
        else
          for (const line of table(['shipment', 'tracking', 'reference', 'status', 'to'], rows.map(columns)))
            io.out(line)
        return EXIT.done
      }
      const found = await Promise.all(words.map((code) => lookUp(link, code)))
      if (common.json) io.out(JSON.stringify(found.map((detail, index) => detail ?? { notFound: words[index] })))
      else found.forEach((detail, index) => tell(io, detail, words[index] ?? ''))
      return found.every((detail) => detail !== null) ? EXIT.done : EXIT.failed
    })
  },
}

/** The shipment that carries exactly this code, as the service tells it now; null when none is known. */
async function lookUp({ run }: StationLink, code: string): Promise<ShipmentDetail | null> {
  const look = () => run('shipments.search', { text: code, limit: 200 })
  const isIt = (shipment: Shipment) =>
    [shipment.shipmentId, shipment.trackingNumber, shipment.proNumber, shipment.reference].some(
      (value) => value?.toLowerCase() === code.toLowerCase(),
    )
  let shipment = (await look()).rows.find(isIt)
  if (!shipment) {
    await run('tracking.sync', {})
    shipment = (await look()).rows.find(isIt)
  }
  return shipment ? run('shipments.refresh', { shipmentId: shipment.shipmentId }) : null
}

function tell(io: CliIo, detail: ShipmentDetail | null, code: string): void {
  if (detail === null) return io.out(`${code}: not found`)
  const { shipment, events } = detail
  io.out(columns(shipment).join('  '))
  for (const event of events)
    io.out(`  ${event.timestamp}  ${event.status}  ${place(event)}  ${event.description ?? ''}`)
}

function place({ city, state }: TrackingEvent): string {
  return [city, state].filter((part) => part !== null).join(', ')
}

function columns({ shipmentId, trackingNumber, reference, status, destination }: Shipment): string[] {
  const to = [destination?.companyName, destination?.city, destination?.state].filter((part) => part)
  return [shipmentId, trackingNumber ?? '', reference ?? '', status, to.join(', ')]
}
