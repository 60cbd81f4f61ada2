import { isCancelled } from '../../../src-shared/machine/shipment.ts'
import type { Cancellation } from '../../../src-shared/station/booking/booking.ts'
import type { ChangeMove } from '../../../src-shared/machine/change.ts'
import type { ShipmentUpdate } from '../../../src-shared/freight/shipment-change.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { money } from '../../../src-shared/station/money.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CancelledAnswer } from '../../freight/answer/shipment-change.ts'
import type { DetailAnswer } from '../../freight/answer/shipment.ts'
import { concernsAll, FreightError } from '../../freight/http/failure.ts'
import type { LedgerChange } from './change-row.ts'
import type { BookingClient } from '../outbox/booking-client.ts'
import type { SendBackoff } from '../outbox/send-backoff.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import { LOOK_AGAIN_S } from '../outbox/schedule.ts'

const CONFLICT = 409

interface ChangeTools {
  clock: Clock
  backoff: SendBackoff
  /** What refunds are paid in when the service names no currency. */
  currency: string
}

type ChangeClient = Pick<BookingClient, 'lookUpShipment' | 'updateShipment' | 'cancelShipment'>

/** Sends a change that the ledger has as SENDING, once, and returns the resulting move. */
export async function sendChange(change: LedgerChange, client: ChangeClient, tools: ChangeTools): Promise<ChangeMove> {
  const { shipmentId, change: wanted, environment, attempts } = change
  const { clock, backoff } = tools
  if (shipmentId === null) throw new Error(`the change ${change.changeId} was taken without a shipment`)
  try {
    if (wanted.kind === 'update') {
      const { requestId } = await client.updateShipment(shipmentId, fieldsOf(wanted))
      backoff.end(environment)
      return { to: 'DONE', cancellation: null, ...underRequest(requestId) }
    }
    const { reason, refundRequested } = wanted
    const reported = await client.cancelShipment(shipmentId, { reason, refundRequested })
    backoff.end(environment)
    const traced = underRequest(reported.requestId)
    if (saysCancelled(reported)) return { to: 'DONE', cancellation: cancellationOf(reported, tools), ...traced }
    return { to: 'UNKNOWN', error: notHeeded(reported.answer?.status), attempts, dueAt: clock.now(), ...traced }
  } catch (error) {
    if (!(error instanceof FreightError)) throw error
    const data = error.toData()
    if (concernsAll(error)) {
      return { to: 'QUEUED', error: data, attempts: attempts + 1, dueAt: backoff.note(environment, error) }
    }
    if (error.delivery === 'uncertain') {
      return { to: 'UNKNOWN', error: data, attempts, dueAt: clock.now() }
    }
    // A shipment that is canceled already may be refused as one that cannot be changed, or as a conflict. Of what was sent
    // before, the earlier try may have been carried out since the last look.
    const isConflict = error.code === 'SHIPMENT_IMMUTABLE' || error.details['status'] === CONFLICT
    const mayBeDone = attempts > 0 || (wanted.kind === 'cancel' && isConflict)
    return mayBeDone ? afterRefusal(change, client, error, tools) : { to: 'REJECTED', error: data }
  }
}

/** One look: the refusal is the answer where the shipment is not as asked. */
async function afterRefusal(
  { shipmentId, change: wanted, attempts }: LedgerChange,
  client: ChangeClient,
  refusal: FreightError,
  { clock }: ChangeTools,
): Promise<ChangeMove> {
  const error = refusal.toData()
  try {
    const detail = await client.lookUpShipment(shipmentId ?? '')
    const isDone = wanted.kind === 'cancel' ? isCancelled(detail) : isAsAsked(wanted, detail)
    if (!isDone) return { to: 'REJECTED', error }
    const cancellation = wanted.kind === 'cancel' ? unknownRefund(detail, wanted.reason, clock) : null
    return { to: 'DONE', cancellation, detail: { how: 'it was carried out already' } }
  } catch (cause) {
    if (!(cause instanceof FreightError)) throw cause
    return { to: 'UNKNOWN', error, attempts, dueAt: clock.now() }
  }
}

/**
 * Checks whether a change with an unknown outcome was carried out. If it was not, it is sent again: the same update
 * or cancellation has no other effect twice than once. One that came back with a backup is not: it may have been
 * carried out and followed by another, or dropped, which the ledger does not know any more. It ends, and a person is
 * asked to request it again.
 */
export async function lookForChange(
  change: LedgerChange,
  client: ChangeClient,
  tools: ChangeTools,
): Promise<ChangeMove> {
  const { shipmentId, change: wanted, environment, attempts, restoredFrom } = change
  const { clock, backoff } = tools
  const sendAgain = (status: string): ChangeMove => {
    if (restoredFrom !== null) return { to: 'REJECTED', error: askAgain(restoredFrom) }
    if (change.error && attempts + 1 >= MOST_UNHEEDED) {
      if (change.error.code === NOT_HEEDED) return { to: 'REJECTED', error: notHeeded(status) }
      if (wasTurnedDown(change.error)) return { to: 'REJECTED', error: change.error }
    }
    // At once after the first time; a service that fails every time is not asked without a pause.
    const pause = attempts === 0 ? 0 : delayAfter(LOOK_AGAIN_S, attempts - 1)
    const dueAt = new Date(clock.now().getTime() + pause * 1000)
    return { to: 'QUEUED', error: change.error, attempts: attempts + 1, dueAt, detail: { why: 'not carried out' } }
  }
  try {
    const detail = await client.lookUpShipment(shipmentId ?? '')
    if (wanted.kind === 'update') {
      return isAsAsked(wanted, detail)
        ? { to: 'DONE', cancellation: null, detail: { how: 'found at the service' } }
        : sendAgain(detail.status)
    }
    if (!isCancelled(detail)) return sendAgain(detail.status)
    if (restoredFrom !== null) {
      const cancellation = unknownRefund(detail, wanted.reason, clock)
      return { to: 'DONE', cancellation, detail: { how: 'found at the service' } }
    }
    // The detail does not show the refund; a repeated cancellation does, where the service answers it.
    const cancellation = await client
      .cancelShipment(shipmentId ?? '', { reason: wanted.reason, refundRequested: wanted.refundRequested })
      .then((answer) => cancellationOf(answer, tools))
      .catch((cause: unknown) => {
        if (!(cause instanceof FreightError)) throw cause
        return unknownRefund(detail, wanted.reason, clock)
      })
    return { to: 'DONE', cancellation, detail: { how: 'found at the service' } }
  } catch (error) {
    if (!(error instanceof FreightError)) throw error
    if (error.delivery === 'refused' && error.code === 'SHIPMENT_NOT_FOUND') {
      return { to: 'REJECTED', error: error.toData() }
    }
    if (concernsAll(error)) backoff.note(environment, error)
    const dueAt = new Date(clock.now().getTime() + delayAfter(LOOK_AGAIN_S, attempts) * 1000)
    return { to: 'UNKNOWN', error: error.toData(), attempts: attempts + 1, dueAt }
  }
}

function askAgain(backupAt: string): StationErrorData {
  return {
    code: 'LEDGER_RESTORED',
    message: `This was requested before the ledger was restored from its backup of ${backupAt}, and the service does not have it. It was not sent because the service may have something newer. Request it again if you still need it.`,
    retryable: false,
    details: { backupAt },
  }
}

/** Does the shipment have every requested text? */
function isAsAsked(
  { reference, instructions, consigneeInfo }: ShipmentUpdate,
  shipment: Pick<DetailAnswer, 'reference' | 'instructions' | 'consigneeInfo'>,
): boolean {
  const isSame = (asked: string | undefined, reported: string | null | undefined) =>
    asked === undefined || asked === (reported ?? '')
  const reported = shipment.consigneeInfo
  return (
    isSame(reference, shipment.reference) &&
    isSame(instructions, shipment.instructions) &&
    isSame(consigneeInfo?.companyName, reported?.companyName) &&
    isSame(consigneeInfo?.contactName, reported?.contactName) &&
    isSame(consigneeInfo?.phone, reported?.phone) &&
    isSame(consigneeInfo?.email, reported?.email)
  )
}

function fieldsOf({ reference, instructions, consigneeInfo }: ShipmentUpdate): ShipmentUpdate {
  return { reference, instructions, consigneeInfo }
}

/** For the audit row. */
const underRequest = (requestId: string | undefined) => (requestId === undefined ? {} : { detail: { requestId } })

/** A service that takes every call of this path for an update answers with success, too: only the word proves it. */
function saysCancelled({ answer }: CancelledAnswer): boolean {
  return /CANCEL|VOID/i.test(answer?.status ?? '')
}

/**
 * A 4xx in no form that proves anything, as from a proxy before the service. With the shipment unchanged behind it,
 * often enough, it is an answer all the same. 408 reports a wait that failed.
 */
function wasTurnedDown({ details: { status } }: StationErrorData): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408
}

/** After this many accepted or refused attempts with an unchanged shipment it counts as not heeded. */
const MOST_UNHEEDED = 3
const NOT_HEEDED = 'CHANGE_NOT_HEEDED'

function notHeeded(status: string | undefined): StationErrorData {
  const shown =
    status === undefined ? 'does not say that the shipment is canceled' : `still has the shipment as ${status}`
  return {
    code: NOT_HEEDED,
    message: `The freight service accepted the cancellation, but ${shown}. Nothing has been refunded: contact the freight service.`,
    retryable: false,
    details: status === undefined ? {} : { status },
  }
}

function cancellationOf({ answer }: CancelledAnswer, { clock, currency }: ChangeTools): Cancellation {
  const { cancellationReason, refundAmount, refundStatus, cancelledAt } = answer ?? {}
  return {
    reason: cancellationReason ?? null,
    refund: typeof refundAmount === 'number' ? money(refundAmount, currency) : null,
    refundStatus: refundStatus ?? null,
    cancelledAt: cancelledAt ?? clock.now().toISOString(),
  }
}

function unknownRefund({ updatedAt }: DetailAnswer, reason: string | null, clock: Clock): Cancellation {
  return { reason, refund: null, refundStatus: null, cancelledAt: updatedAt ?? clock.now().toISOString() }
}
