import { ACCESSORIALS, type Accessorial } from '../../../../src-shared/freight/accessorial.ts'
import { accessorialsAt, dockFor, type PartySide } from '../../../../src-shared/station/addresses/accessorials-at.ts'
import {
  ADDRESS_ROLES,
  addressInputSchema,
  type AddressInput,
  type SavedAddress,
} from '../../../../src-shared/station/addresses/address-book.ts'
import { isStateOf } from '../../../../src-shared/station/addresses/state-name.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import type { Station } from '../../../station.ts'
import { addressInput, type AddressForm } from './address-form.ts'

type PartyRole = (typeof ADDRESS_ROLES)[number]

/** The facts of a place beside its address, being typed. Times are HH:MM, empty when not given. */
export interface PartyForm {
  name: string
  roles: PartyRole[]
  accessorials: Accessorial[]
  hasDock: boolean
  isResidential: boolean
  needsLiftgate: boolean
  needsAppointment: boolean
  opens: string
  closes: string
  notes: string
  /** Forms begin with this shipper. */
  isDefaultShipper: boolean
}

/** The initial state of the dialog: the stored entry, completed by this quote. */
export function partyFormOf(
  address: AddressForm,
  party: SavedAddress | null,
  side: PartySide | null,
  chosen: readonly Accessorial[],
): PartyForm {
  const here = side === null ? [] : accessorialsAt(side, chosen)
  const dock = party?.dock ?? dockFor(here)
  const kept = party?.accessorials ?? []
  return {
    name: party?.name ?? address.companyName.trim(),
    roles: ADDRESS_ROLES.filter((role) => role === side || party?.roles.includes(role)),
    accessorials: ACCESSORIALS.filter((code) => kept.includes(code) || here.includes(code)),
    hasDock: dock.hasDock,
    isResidential: dock.isResidential,
    needsLiftgate: dock.needsLiftgate,
    needsAppointment: dock.needsAppointment,
    opens: party?.dock.opens ?? '',
    closes: party?.dock.closes ?? '',
    notes: party?.notes ?? '',
    isDefaultShipper: party?.isDefaultShipper ?? false,
  }
}

/** The entry as the station takes it, or its errors. Errors of the address are under `address`. */
export function parsePartyForm(
  form: PartyForm,
  address: AddressForm,
  addressId: string | undefined,
): ParsedForm<AddressInput> {
  const { hasDock, isResidential, needsLiftgate, needsAppointment, opens, closes } = form
  const parsed = addressInputSchema.safeParse({
    ...(addressId === undefined ? {} : { addressId }),
    name: form.name,
    address: addressInput(address),
    roles: form.roles,
    accessorials: form.accessorials,
    dock: { hasDock, isResidential, needsLiftgate, needsAppointment, opens: opens || null, closes: closes || null },
    notes: form.notes,
  })
  const isNoState = address.state.trim() !== '' && !isStateOf(address.country, address.state)
  if (parsed.success && !isNoState) return { ok: true, input: parsed.data }
  const errors: FieldErrors = {
    ...(parsed.error && fieldErrors(parsed.error)),
    ...(isNoState && { 'address.state': { key: 'field.invalid' } }),
  }
  // The one rule between two fields.
  const isBackwards = parsed.error?.issues.some(
    ({ code, path }) => code === 'custom' && path.join('.') === 'dock.closes',
  )
  return { ok: false, errors: isBackwards ? { ...errors, 'dock.closes': { key: 'party.closesAfter' } } : errors }
}

/** A new entry out of an address alone, as the station takes it. @param chosen the services that it needs */
export const parseNewParty = (
  address: AddressForm,
  side: PartySide,
  chosen: readonly Accessorial[] = [],
): ParsedForm<AddressInput> => parsePartyForm(partyFormOf(address, null, side, chosen), address, undefined)

/** The error beside a field of such an address, whose company is the entry's name. */
export const newPartyError =
  (errorOf: (path: string) => string | undefined) =>
  (field: keyof AddressForm): string | undefined =>
    errorOf(`address.${field}`) ?? (field === 'companyName' ? errorOf('name') : undefined)

/** Saves a new entry; one that looks like the same place is taken as it is. */
export async function savedOrKnown(station: Station, input: AddressInput): Promise<SavedAddress | undefined> {
  const answer = await station.invoke('addressBook.save', input)
  return answer.kind === 'similar' ? answer.addresses[0] : answer.address
}
