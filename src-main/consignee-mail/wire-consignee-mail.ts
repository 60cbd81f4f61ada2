import { EMBEDDED } from '../../src-shared/station/app/state.ts'
import type { Base } from '../app/wire-base.ts'
import type { Booking } from '../booking/wire-booking.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { trySmtp } from '../inbox/smtp.ts'
import { consigneeMailStore } from './consignee-mails.rows.ts'
import { createConsigneeMails } from './consignee-mails.ts'

/** The e-mails to consignees of this station's bookings. */
export function wireConsigneeMail(
  base: Base,
  inbox: Inbox,
  booking: Pick<Booking, 'synced'>,
  documents: Pick<Documents, 'pdf' | 'list'>,
) {
  const { ledger, clock, ids, settingRows, shipments, bookings, changes, emit, onFault } = base
  const consigneeMail = createConsigneeMails({
    ...{ shipments, bookings, changes, clock, ids, onFault },
    store: consigneeMailStore(ledger.db, clock),
    rows: settingRows,
    access: inbox.mailAccess,
    pdf: documents.pdf,
    documentsOf: (shipmentId) => documents.list(shipmentId, {}),
    environment: base.environment,
    isPractice: () => base.environment() === EMBEDDED,
    stationName: async () => (await base.settings.read()).stationName,
    send: trySmtp,
    onChange: () => {
      emit('consigneeMail.changed', {})
      inbox.lookSoon()
    },
  })
  booking.synced.subscribe(consigneeMail.lookSoon)
  return consigneeMail
}
