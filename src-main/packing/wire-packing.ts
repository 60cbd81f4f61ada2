import { NO_SCALE } from '../../src-shared/station/scale/settings.ts'
import type { Base } from '../app/wire-base.ts'
import type { Booking } from '../booking/wire-booking.ts'
import { addressOfConsignee } from '../consignee-mail/consignee-address.ts'
import type { Archives } from '../data/archives.ts'
import type { Orders } from '../imports/orders/orders.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import type { Printing } from '../printing/printing.ts'
import { lookupMany } from '../shipments/lookup-many.ts'
import { packWork } from './pack-work.rows.ts'
import { createPacking } from './packing.ts'
import { createPapers } from './papers.ts'
import { createPrintFile } from './print-file.ts'
import { wireScale } from './scale/wire-scale.ts'
import { worklist } from './worklist.ts'

interface PackingParts {
  booking: Booking
  printing: Printing
  conversion: Conversion
  orders: Pick<Orders, 'scanned'>
  archives: Pick<Archives, 'holding'>
}

/** A label that is here does not wait longer for what else the site knows under its code. */
const ASK_SITE_MS = 1_000

/** A scan and its label, the papers in the box, the worklist, the scale. */
export function wirePacking(base: Base, { booking, printing, conversion, orders, archives }: PackingParts) {
  const { ledger, clock, bookings, shipments, settings, environments, environment, changes, emit, onFault } = base
  const { labels, labelRows, sync, quotes, rules, siteStation } = booking
  const packing = createPacking({
    orderOf: orders.scanned,
    bookings: siteStation?.finder ?? bookings,
    ...(siteStation && { claims: siteStation.claims, askSite: (code) => siteStation.lookUp(code, ASK_SITE_MS) }),
    archiveOf: archives.holding,
    ...{ shipments, labels, allLabelFiles: labelRows, printing, conversion },
    link: environments.link,
    labelFormat: async () => (await settings.read()).labelFormat,
    scale: async () => (await settings.read()).scale ?? NO_SCALE,
    askService: async (code) => {
      await siteStation?.lookUp(code)
      const { refresh, fetchByNumbers } = sync
      await lookupMany({ shipments, link: environments.link, refresh, fetchByNumbers }, [code])
    },
  })
  return {
    packing,
    papers: createPapers({
      settings,
      rows: base.settingRows,
      conversion,
      shipment: packing.shipment,
      booking: (shipmentId) => bookings.findByShipment(environment(), shipmentId),
      consigneeMail: (shipmentId) => addressOfConsignee({ bookings, changes }, environment(), shipmentId),
    }),
    packWorklist: (day?: string) =>
      worklist(
        {
          work: packWork(ledger.db),
          shipments,
          environment,
          cutoffs: async () => (await settings.read()).cutoffs ?? [],
          clock,
        },
        day,
      ),
    printFile: createPrintFile({ conversion, printing }),
    scale: wireScale({
      settings: settings.read,
      ports: base.options.serialPorts,
      ...{ emit, onFault, bookings, quotes, insured: rules.insured, environment },
    }),
  }
}
