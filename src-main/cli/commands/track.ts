import { z } from 'zod'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import type { Shipment, ShipmentDetail } from '../../../src-shared/station/tracking/shipment.ts'
import { cliCommand, countFlag, wordFlag } from '../command.ts'
import { EXIT } from '../exit.ts'
import type { StationLink } from '../io.ts'
import { line, table } from '../text.ts'

/** `waybill track`: track shipments. */
export const trackCommand = cliCommand({
  name: 'track',
  usage: `waybill track CODE...            asks the service now: shipment id, tracking number, PRO, or reference
waybill track [--status WORD] [--limit N]   shipments known here, newest first
waybill track --status EXCEPTION            exceptions`,
  options: z.object({ status: wordFlag(SHIPMENT_STATUSES).optional(), limit: countFlag(200).default(50) }),
  run({ flags, words, inStation }) {
    return inStation(async (link) => {
      if (words.length === 0) {
        const { rows } = await link.run('shipments.search', { text: '', ...flags })
        return {
          value: rows,
          lines: table(['shipment', 'tracking', 'reference', 'status', 'to'], rows.map(columns)),
        }
      }
      const found = await Promise.all(words.map(async (code) => ({ code, detail: await lookUp(link, code) })))
      return {
        value: found.map(({ code, detail }) => detail ?? { notFound: code }),
        lines: found.flatMap(({ code, detail }) => (detail === null ? [`${code}: not found`] : detailLines(detail))),
        exit: found.every(({ detail }) => detail !== null) ? EXIT.done : EXIT.failed,
      }
    })
  },
})

/** The shipment that carries exactly this code, as the service reports it now; null when none is known. */
async function lookUp({ run }: StationLink, code: string): Promise<ShipmentDetail | null> {
  const look = async () =>
    (await run('shipments.search', { text: code, limit: 200 })).rows.find(
      ({ shipmentId, trackingNumber, proNumber, reference }) =>
        [shipmentId, trackingNumber, proNumber, reference].some((has) => has?.toLowerCase() === code.toLowerCase()),
    )
  let shipment = await look()
  if (!shipment) {
    await run('tracking.sync', {})
    shipment = await look()
  }
  return shipment ? run('shipments.refresh', { shipmentId: shipment.shipmentId }) : null
}

function detailLines({ shipment, events }: ShipmentDetail): string[] {
  return [
    columns(shipment).join('  '),
    ...events.map(({ timestamp, status, city, state, description }) =>
      line(`  ${timestamp}`, status, [city, state].filter((part) => part !== null).join(', '), description),
    ),
  ]
}

function columns({ shipmentId, trackingNumber, reference, status, destination }: Shipment): string[] {
  const to = [destination?.companyName, destination?.city, destination?.state].filter((part) => part)
  return [shipmentId, trackingNumber ?? '', reference ?? '', status, to.join(', ')]
}
