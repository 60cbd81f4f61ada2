import { parseJson } from '../../src-node/json-digits.ts'
import type { AsideEntry } from '../../src-shared/station/tracking/set-aside.ts'
import type { Clock } from '../kernel/clock.ts'
import { salvage } from '../freight/answer/salvage.ts'
import { summaryAnswer } from '../freight/answer/shipment.ts'
import { eventAnswer } from '../freight/answer/tracking.ts'
import { FreightError, isOfOneAlone } from '../freight/http/failure.ts'
import { normaliseEvent, normaliseSummary } from '../freight/normalise/shipment.ts'
import type { SetAsideStore } from './set-aside.rows.ts'
import type { ShipmentStore } from './shipments.rows.ts'

export interface AsideTools {
  setAside: SetAsideStore
  shipments: ShipmentStore
  clock: Clock
  /** Asks the service for one shipment and its events. @throws FreightError */
  readWhole: (shipmentId: string) => Promise<void>
  onChange: (shipmentIds: string[]) => void
}

const A_TURN = 20

/**
 * Tries a few of what could not be read once more: as it came, for a later Waybill may read it, then by asking the service
 * for its shipment, which may tell it otherwise by now.
 * @throws FreightError when the service cannot be asked at all
 */
export async function tryAside(tools: AsideTools): Promise<void> {
  const { setAside, clock } = tools
  for (const entry of await setAside.due(clock.now(), A_TURN)) {
    if (await isReadNow(entry, tools)) await setAside.done(entry.asideId)
    else await setAside.postpone(entry, clock.now())
  }
}

async function isReadNow(entry: AsideEntry, tools: AsideTools): Promise<boolean> {
  return (await isReadAsItCame(entry, tools)) || (await isReadAnew(entry, tools))
}

async function isReadAsItCame({ kind, raw }: AsideEntry, { shipments, clock, onChange }: AsideTools): Promise<boolean> {
  const told = parsed(raw)
  if (kind === 'shipment') {
    const read = salvage(summaryAnswer, told)
    if (read.ok) onChange(await shipments.upsert([normaliseSummary(read.value)], clock.now()))
    return read.ok
  }
  if (kind === 'detail') return false
  const read = salvage(eventAnswer, told)
  if (!read.ok) return false
  const { shipmentId } = read.value
  if (shipmentId !== undefined)
    onChange(await shipments.addEvents([normaliseEvent(read.value, shipmentId)], clock.now()))
  return true
}

async function isReadAnew({ kind, shipmentId, raw }: AsideEntry, tools: AsideTools): Promise<boolean> {
  if (shipmentId === null) return false
  try {
    await tools.readWhole(shipmentId)
  } catch (error) {
    if (error instanceof FreightError && isOfOneAlone(error)) return false
    throw error
  }
  if (kind !== 'event') return true
  const told = parsed(raw)
  const eventId = typeof told === 'object' && told !== null && 'eventId' in told ? told.eventId : undefined
  return (await tools.shipments.events(shipmentId)).some((event) => event.eventId === eventId)
}

function parsed(raw: string): unknown {
  try {
    return parseJson(raw)
  } catch {
    // Cut off, or never kept: only the service can tell it anew.
    return undefined
  }
}
