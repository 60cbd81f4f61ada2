import { z } from 'zod'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import type { Shipment, ShipmentDetail } from '../../../src-shared/station/tracking/shipment.ts'
import { cliCommand, countFlag, wordFlag } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError } from '../io.ts'
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
      if (flags.status !== undefined) throw new UsageError('--status: only without a code')
      const { found, notFound, notAsked, error } = await link.run('shipments.lookupMany', { codes: words })
      // Several may have one reference.
      const shipmentIds = [...new Set(found.flatMap(({ shipments }) => shipments.map(({ shipmentId }) => shipmentId)))]
      const details = await Promise.all(shipmentIds.map((shipmentId) => link.run('shipments.refresh', { shipmentId })))
      return {
        value: [
          ...details,
          ...notFound.map((code) => ({ notFound: code })),
          ...notAsked.map((code) => ({ notAsked: code, error })),
        ],
        lines: [
          ...details.flatMap(detailLines),
          ...notFound.map((code) => `${code}: not found`),
          ...notAsked.map((code) => `${code}: not known here, and the service was not asked: ${error?.message ?? ''}`),
        ],
        exit: notFound.length + notAsked.length === 0 ? EXIT.done : EXIT.failed,
      }
    })
  },
})

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
