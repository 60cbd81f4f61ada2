import { parseJson } from '../../src-node/json-digits.ts'
import type { QuarantineEntry } from '../../src-shared/station/tracking/quarantine.ts'
import type { Clock } from '../kernel/clock.ts'
import { parseLeniently } from '../freight/answer/parse-leniently.ts'
import { summaryAnswer } from '../freight/answer/shipment.ts'
import { eventAnswer } from '../freight/answer/tracking.ts'
import { normaliseEvent, normaliseSummary } from '../freight/normalise/shipment.ts'
import type { QuarantineStore } from './quarantine.rows.ts'
import type { ShipmentStore } from './shipments.rows.ts'

export interface RetryTools {
  quarantine: QuarantineStore
  shipments: ShipmentStore
  clock: Clock
  /** Asks the service for one shipment and its events. @throws FreightError */
  readWhole: (shipmentId: string) => Promise<void>
  /** Is the failure of this shipment alone? */
  failsAlone: (error: unknown) => Promise<boolean>
  onChange: (shipmentIds: string[]) => void
}

const A_TURN = 20

/**
 * Retries a few quarantined rows: unchanged, because a later Waybill may read it, then by asking the service
 * for its shipment, which may answer differently by now.
 * @throws FreightError when the service cannot be asked at all
 */
export async function retryQuarantined(tools: RetryTools): Promise<void> {
  const { quarantine, clock } = tools
  for (const entry of await quarantine.due(clock.now(), A_TURN)) {
    if (await isReadNow(entry, tools)) await quarantine.done(entry.asideId)
    else await quarantine.postpone(entry, clock.now())
  }
}

async function isReadNow(entry: QuarantineEntry, tools: RetryTools): Promise<boolean> {
  return (await isReadAsItCame(entry, tools)) || (await isReadAnew(entry, tools))
}

async function isReadAsItCame(
  { kind, raw }: QuarantineEntry,
  { shipments, clock, onChange }: RetryTools,
): Promise<boolean> {
  const reported = parsed(raw)
  if (kind === 'shipment') {
    const read = parseLeniently(summaryAnswer, reported)
    if (read.ok) onChange(await shipments.upsert([normaliseSummary(read.value)], clock.now()))
    return read.ok
  }
  if (kind === 'detail') return false
  const read = parseLeniently(eventAnswer, reported)
  if (!read.ok) return false
  const { shipmentId } = read.value
  if (shipmentId !== undefined)
    onChange(await shipments.addEvents([normaliseEvent(read.value, shipmentId)], clock.now()))
  return true
}

async function isReadAnew({ kind, shipmentId, raw }: QuarantineEntry, tools: RetryTools): Promise<boolean> {
  if (shipmentId === null) return false
  try {
    await tools.readWhole(shipmentId)
  } catch (error) {
    if (await tools.failsAlone(error)) return false
    throw error
  }
  if (kind !== 'event') return true
  const reported = parsed(raw)
  const eventId =
    typeof reported === 'object' && reported !== null && 'eventId' in reported ? reported.eventId : undefined
  return (await tools.shipments.events(shipmentId)).some((event) => event.eventId === eventId)
}

function parsed(raw: string): unknown {
  try {
    return parseJson(raw)
  } catch {
    // Cut off, or never kept: only the service can send it again.
    return undefined
  }
}
