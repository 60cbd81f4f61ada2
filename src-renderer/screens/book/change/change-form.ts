import { hasFailed, isDone } from '../../../../src-shared/machine/change.ts'
import type { Party } from '../../../../src-shared/freight/address.ts'
import type { BookingContent } from '../../../../src-shared/station/booking/booking-content.ts'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import {
  wantedChangeSchema,
  type ShipmentChange,
  type WantedChange,
} from '../../../../src-shared/station/booking/change.ts'
import { fieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import type { PartyForm } from '../party.ts'

/** The words of a shipment that may still be changed. */
export interface ChangeForm {
  reference: string
  instructions: string
  consigneeInfo: PartyForm
}

const PARTY_FIELDS = ['companyName', 'contactName', 'phone', 'email'] as const

/** The texts as they are: as booked, with every change that was carried out or is on its way, oldest first. */
export function wordsNow(
  booking: Pick<Booking, 'reference'>,
  content: Pick<BookingContent, 'instructions' | 'consigneeInfo'>,
  newestFirst: readonly ShipmentChange[],
): ChangeForm {
  let { instructions } = content
  let { reference } = booking
  let consignee: Party = content.consigneeInfo
  for (const asked of newestFirst.toReversed()) {
    const { change } = asked
    if (change.kind !== 'update' || hasFailed(asked)) continue
    if (!isDone(asked) && change.reference !== undefined) reference = change.reference
    instructions = change.instructions ?? instructions
    consignee = { ...consignee, ...change.consigneeInfo }
  }
  const { companyName = '', contactName = '', phone = '', email = '' } = consignee
  return { reference, instructions, consigneeInfo: { companyName, contactName, phone, email } }
}

/** The fields that the form changes, and no others; or its errors. An empty reference is no change. */
export function parseChange(before: ChangeForm, form: ChangeForm): ParsedForm<WantedChange> {
  const party = PARTY_FIELDS.flatMap((name) => {
    const value = form.consigneeInfo[name].trim()
    return value === before.consigneeInfo[name].trim() ? [] : [[name, value] as const]
  })
  const isNew = (field: 'reference' | 'instructions') => form[field].trim() !== before[field].trim()
  const change = {
    kind: 'update' as const,
    ...(isNew('reference') ? { reference: form.reference.trim() } : {}),
    ...(isNew('instructions') ? { instructions: form.instructions.trim() } : {}),
    ...(party.length > 0 ? { consigneeInfo: Object.fromEntries(party) } : {}),
  }
  if (Object.keys(change).length === 1) return { ok: false, errors: { '': { key: 'change.nothing' } } }
  const parsed = wantedChangeSchema.safeParse(change)
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) }
}

/** Why a shipment is canceled, for those who need not type. */
export const CANCEL_REASONS = ['customer', 'duplicate', 'carrier', 'mistake', 'notReady'] as const

export function parseCancel(reason: string, refundRequested: boolean): ParsedForm<WantedChange> {
  const parsed = wantedChangeSchema.safeParse({ kind: 'cancel', reason, refundRequested })
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) }
}

/** When the carrier picked it up, according to the service's refusal of a change. */
export function pickedUpAt(change: Pick<ShipmentChange, 'error'>): string | null {
  const reported = change.error?.details['pickedUpAt']
  return typeof reported === 'string' ? reported : null
}
