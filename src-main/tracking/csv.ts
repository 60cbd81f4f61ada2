import type { CsvColumn } from '../../src-shared/station/shipment-list.ts'
import { majorUnits } from '../../src-shared/station/money.ts'
import type { Shipment } from '../../src-shared/station/shipment.ts'

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

/** A line of the file (RFC 4180: CRLF, quotes doubled). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

export function csvRow(shipment: Shipment, columns: readonly CsvColumn[]): string {
  return csvLine(columns.map((column) => CELLS[column](shipment)))
}

/**
 * A cell that no spreadsheet takes for a formula: a text that begins with = + - @, a tab or a carriage return gets an
 * apostrophe before it. Numbers are ours and stay numbers, also below zero.
 */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
