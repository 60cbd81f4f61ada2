import type { StationEventName } from '../../src-shared/station/app/events.ts'
import type { Base } from '../app/wire-base.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { tellBySmtp } from '../inbox/smtp.ts'
import { consigneeMailStore } from './consignee-mails.rows.ts'
import { createConsigneeMails } from './consignee-mails.ts'

/** After these events a consignee may have to be told, or nothing may be sent any more. */
const MAY_BE_NEWS: ReadonlySet<StationEventName> = new Set(['bookings.changed', 'shipments.changed', 'station.changed'])

/** The e-mails to consignees of this station's bookings. */
export function wireConsigneeMail(base: Base, { inbox, isRehearsal }: { inbox: Inbox; isRehearsal: () => boolean }) {
  const { ledger, clock, ids, settingRows, shipments, bookings, changes, environments, emit, events, onFault } = base
  const consigneeMail = createConsigneeMails({
    ...{ shipments, bookings, changes, clock, ids, onFault, isRehearsal },
    store: consigneeMailStore(ledger.db, clock),
    rows: settingRows,
    access: inbox.mailAccess,
    environment: base.environment,
    isPractice: () => environments.embedded() !== null,
    stationName: async () => (await base.settings.read()).stationName,
    send: tellBySmtp,
    onChange: () => {
      emit('consigneeMail.changed', {})
      inbox.lookSoon()
    },
  })
  events.subscribe(({ name }) => {
    if (MAY_BE_NEWS.has(name)) consigneeMail.lookSoon()
  })
  return consigneeMail
}
