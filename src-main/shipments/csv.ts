import type { CsvColumn } from '../../src-shared/station/tracking/shipment-list.ts'
import { safeCsvLine } from '../../src-shared/csv.ts'
import { majorUnits } from '../../src-shared/station/money.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'

type Cell = string | number | null | undefined

const CELLS: Record<CsvColumn, (shipment: Shipment) => Cell> = {
  shipmentId: ({ shipmentId }) => shipmentId,
  trackingNumber: ({ trackingNumber }) => trackingNumber,
  proNumber: ({ proNumber }) => proNumber,
  reference: ({ reference }) => reference,
  status: ({ status }) => status,
  exceptionCode: ({ status, lastEvent }) => (status === 'EXCEPTION' ? lastEvent?.exceptionCode : null),
  provider: ({ provider }) => provider,
  service: ({ service }) => service,
  total: ({ total }) => total && majorUnits(total),
  currency: ({ total }) => total?.currency,
  consignee: ({ destination }) => destination?.companyName ?? destination?.contactName,
  city: ({ destination }) => destination?.city,
  state: ({ destination }) => destination?.state,
  postalCode: ({ destination }) => destination?.postalCode,
  country: ({ destination }) => destination?.country,
  pieces: ({ pieces }) => pieces,
  weightLb: ({ weightLb }) => weightLb,
  createdAt: ({ createdAt }) => createdAt,
  estimatedDelivery: ({ estimatedDelivery }) => estimatedDelivery,
  actualDelivery: ({ actualDelivery }) => actualDelivery,
  lastEventAt: ({ lastEvent }) => lastEvent?.timestamp,
  lastEvent: ({ lastEvent }) => lastEvent?.description ?? lastEvent?.status,
}

/** A shipment's line of the file. */
export function csvRow(shipment: Shipment, columns: readonly CsvColumn[]): string {
  return safeCsvLine(columns.map((column) => CELLS[column](shipment) ?? null))
}
