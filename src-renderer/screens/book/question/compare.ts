import { isOut } from '../../../../src-shared/machine/print-job.ts'
import type { Shipment, ShipmentDetail } from '../../../../src-shared/station/tracking/shipment.ts'
import { humaniseCode } from '../../../locale/format.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** One line of the comparison: the value of each shipment, and whether they agree. */
export interface CompareRow {
  name: string
  /** In the order of the shipments; null where nothing is known. */
  values: (string | null)[]
  isDifferent: boolean
  isCode?: true
}

type Words = Pick<Locale, 't' | 'money' | 'day' | 'moment' | 'word' | 'number'>

/** Shipments that may be one and the same booking, side by side. Null: that one could not be read. */
export function compareRows(details: readonly (ShipmentDetail | null)[], words: Words): CompareRow[] {
  const { t } = words
  const row = (name: string, value: (shipment: Shipment, detail: ShipmentDetail) => string | null): CompareRow => {
    const values = details.map((detail) => detail && value(detail.shipment, detail))
    const known = values.filter((one) => one !== null)
    return { name, values, isDifferent: new Set(known).size > 1 }
  }
  const moment = (timestamp: string | null) => timestamp && words.moment(timestamp)
  return [
    row(t('compare.created'), ({ createdAt }) => moment(createdAt)),
    row(t('compare.status'), ({ status }) => words.word('shipment', status)),
    row(t('rate.carrier'), ({ provider, service }) =>
      [provider, service && humaniseCode(service)].filter(Boolean).join(' · '),
    ),
    row(t('book.price'), ({ total }) => total && words.money(total)),
    { ...row(t('shipment.tracking'), ({ trackingNumber }) => trackingNumber), isCode: true },
    { ...row('PRO', ({ proNumber }) => proNumber), isCode: true },
    row(t('book.consignee'), ({ destination }) =>
      [destination?.companyName, destination?.city, destination?.state].filter(Boolean).join(', '),
    ),
    row(t('compare.printed'), (_shipment, { jobs }) => {
      const printed = jobs.filter(isOut).length
      return printed === 0 ? t('compare.notPrinted') : t('compare.printedTimes', { times: printed })
    }),
  ]
}
