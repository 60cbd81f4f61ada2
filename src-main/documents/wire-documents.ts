import type { Base } from '../app/wire-base.ts'
import type { Booking } from '../booking/wire-booking.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import type { Printing } from '../printing/printing.ts'
import { documentStore } from './documents.rows.ts'
import { createDocuments } from './documents.ts'
import { dayBookings } from './endofday/day-bookings.rows.ts'
import { dayFigureRows } from './endofday/day-figures.rows.ts'
import { createDayFigures } from './endofday/day-figures.ts'
import { createEndOfDay } from './endofday/endofday.ts'
import { manifestStore } from './endofday/manifests.rows.ts'
import { pickupRows } from './endofday/pickup.rows.ts'
import { createPickups } from './endofday/pickups.ts'
import { createOfficePrint } from './office-print.ts'
import { templateTextStore } from './template-texts.rows.ts'
import { createTemplateTexts } from './template-texts.ts'

interface DocumentParts {
  booking: Booking
  printing: Printing
  conversion: Conversion
}

/** A shipment's papers, the end of the day, pickups. */
export function wireDocuments(base: Base, { booking, printing, conversion }: DocumentParts) {
  const { ledger, cache, link, shipments, clock, ids, environment, onFault } = base
  const { labels, siteStation } = booking
  const officePrint = createOfficePrint({ conversion, printing })
  const manifests = manifestStore(ledger.db, clock)
  return {
    manifests,
    documents: createDocuments({
      ...{ link, shipments, labels, clock, conversion, officePrint },
      known: documentStore(cache.db),
    }),
    templateTexts: createTemplateTexts({ texts: templateTextStore(ledger.db, clock), onFault }),
    endOfDay: createEndOfDay({
      ...{ manifests, shipments, environment, conversion, officePrint, clock, ids },
      bookings: dayBookings(ledger.db),
      settings: base.settings.read,
      site: siteStation,
    }),
    dayFigures: createDayFigures({
      ...{ manifests, environment, officePrint, clock },
      rows: dayFigureRows(ledger.db),
      settings: base.settings.read,
      siteStationName: siteStation?.stationName ?? null,
    }),
    pickups: createPickups({
      ...{ shipments, environment },
      own: pickupRows(ledger.db),
      others: siteStation?.others ?? null,
    }),
  }
}
