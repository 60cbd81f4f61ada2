import type { Cancellation } from '../../src-shared/station/booking.ts'
import type { ChangeState } from '../../src-shared/station/change.ts'
import type { CancelledShipment, ShipmentUpdate } from '../../src-shared/freight/shipment-change.ts'
import type { ShipmentDetail } from '../../src-shared/freight/shipment.ts'
import { money } from '../../src-shared/station/money.ts'
import type { Clock } from '../clock.ts'
import { FreightError } from '../freight/failure.ts'
import type { ChangeMove, LedgerChange } from '../store/ledger/shipment-changes.ts'
import type { BookingClient } from './booking-client.ts'
import { concernsAll, type Pause } from './pause.ts'
import { delay, LOOK_AGAIN_S } from './schedule.ts'

/** Where work on a change leads, for the ledger to write down. */
export interface ChangeOutcome {
  to: ChangeState
  move: ChangeMove
}

interface ChangeDesk {
  clock: Clock
  pause: Pause
  /** What refunds are paid in when the service names no currency. */
  currency: string
}

type ChangeClient = Pick<BookingClient, 'lookUpShipment' | 'updateShipment' | 'cancelShipment'>

/** Sends a change that the ledger has as SENDING, once, and says where the answer leads. */
export async function sendChange(change: LedgerChange, client: ChangeClient, desk: ChangeDesk): Promise<ChangeOutcome> {
  const { shipmentId, change: wanted, environment, attempts } = change
  const { clock, pause } = desk
  if (shipmentId === null) throw new Error(`the change ${change.changeId} was taken without a shipment`)
  try {
    if (wanted.kind === 'update') {
      await client.updateShipment(shipmentId, fieldsOf(wanted))
      pause.end(environment)
      return { to: 'DONE', move: {} }
    }
    const { reason, refundRequested } = wanted
    const answer = await client.cancelShipment(shipmentId, { reason, refundRequested })
    pause.end(environment)
    return { to: 'DONE', move: { cancellation: cancellationOf(answer, desk) } }
  } catch (error) {
    if (!(error instanceof FreightError)) throw error
    const data = error.toData()
    if (concernsAll(error)) {
      return { to: 'QUEUED', move: { error: data, attempts: attempts + 1, dueAt: pause.note(environment, error) } }
    }
    if (error.delivery === 'uncertain') {
      return { to: 'UNKNOWN', move: { error: data, attempts: 0, dueAt: clock.now() } }
    }
    // A shipment that is cancelled already may be refused as one that cannot be changed: that is what was asked for.
    const mayBeDone = wanted.kind === 'cancel' && error.code === 'SHIPMENT_IMMUTABLE'
    return mayBeDone ? afterRefusedCancel(change, client, error, desk) : { to: 'REJECTED', move: { error: data } }
  }
}

async function afterRefusedCancel(
  { shipmentId, change: wanted }: LedgerChange,
  client: ChangeClient,
  refusal: FreightError,
  { clock }: ChangeDesk,
): Promise<ChangeOutcome> {
  const error = refusal.toData()
  try {
    const detail = await client.lookUpShipment(shipmentId ?? '')
    if (detail.status !== 'CANCELLED') return { to: 'REJECTED', move: { error } }
    const reason = wanted.kind === 'cancel' ? wanted.reason : null
    return {
      to: 'DONE',
      move: { cancellation: unknownRefund(detail, reason, clock), detail: { how: 'it was cancelled already' } },
    }
  } catch (cause) {
    if (!(cause instanceof FreightError)) throw cause
    return { to: 'UNKNOWN', move: { error, attempts: 0, dueAt: clock.now() } }
  }
}

/**
 * Looks whether a change of which nobody knows was carried out. If it was not, it is sent again: twice the same update or
 * cancellation has no other effect than once.
 */
export async function lookForChange(
  change: LedgerChange,
  client: ChangeClient,
  desk: ChangeDesk,
): Promise<ChangeOutcome> {
  const { shipmentId, change: wanted, environment, attempts } = change
  const { clock, pause } = desk
  try {
    const detail = await client.lookUpShipment(shipmentId ?? '')
    if (wanted.kind === 'update') {
      return isAsAsked(wanted, detail)
        ? { to: 'DONE', move: { detail: { how: 'found at the service' } } }
        : { to: 'QUEUED', move: { error: change.error, dueAt: clock.now(), detail: { why: 'not carried out' } } }
    }
    if (detail.status !== 'CANCELLED') {
      return { to: 'QUEUED', move: { error: change.error, dueAt: clock.now(), detail: { why: 'not carried out' } } }
    }
    // The detail does not tell the refund; a cancellation that is asked for once more does, where the service answers it.
    const cancellation = await client
      .cancelShipment(shipmentId ?? '', { reason: wanted.reason, refundRequested: wanted.refundRequested })
      .then((answer) => cancellationOf(answer, desk))
      .catch((cause: unknown) => {
        if (!(cause instanceof FreightError)) throw cause
        return unknownRefund(detail, wanted.reason, clock)
      })
    return { to: 'DONE', move: { cancellation, detail: { how: 'found at the service' } } }
  } catch (error) {
    if (!(error instanceof FreightError)) throw error
    if (error.delivery === 'refused' && error.code === 'SHIPMENT_NOT_FOUND') {
      return { to: 'REJECTED', move: { error: error.toData() } }
    }
    if (concernsAll(error)) pause.note(environment, error)
    const dueAt = new Date(clock.now().getTime() + delay(LOOK_AGAIN_S, attempts) * 1000)
    return { to: 'UNKNOWN', move: { error: error.toData(), attempts: attempts + 1, dueAt } }
  }
}

/** Does the shipment have every word that was asked for? */
export function isAsAsked(
  { reference, instructions, consigneeInfo }: ShipmentUpdate,
  shipment: Pick<ShipmentDetail, 'reference' | 'instructions' | 'consigneeInfo'>,
): boolean {
  const isSame = (asked: string | undefined, told: string | null | undefined) =>
    asked === undefined || asked === (told ?? '')
  const told = shipment.consigneeInfo
  return (
    isSame(reference, shipment.reference) &&
    isSame(instructions, shipment.instructions) &&
    isSame(consigneeInfo?.companyName, told?.companyName) &&
    isSame(consigneeInfo?.contactName, told?.contactName) &&
    isSame(consigneeInfo?.phone, told?.phone) &&
    isSame(consigneeInfo?.email, told?.email)
  )
}

function fieldsOf({ reference, instructions, consigneeInfo }: ShipmentUpdate): ShipmentUpdate {
  return { reference, instructions, consigneeInfo }
}

function cancellationOf(answer: CancelledShipment, { clock, currency }: ChangeDesk): Cancellation {
  const { cancellationReason, refundAmount, refundStatus, cancelledAt } = answer
  return {
    reason: cancellationReason ?? null,
    refund: typeof refundAmount === 'number' ? money(refundAmount, currency) : null,
    refundStatus: refundStatus ?? null,
    cancelledAt: cancelledAt ?? clock.now().toISOString(),
  }
}

function unknownRefund({ updatedAt }: ShipmentDetail, reason: string | null, clock: Clock): Cancellation {
  return { reason, refund: null, refundStatus: null, cancelledAt: updatedAt ?? clock.now().toISOString() }
}
