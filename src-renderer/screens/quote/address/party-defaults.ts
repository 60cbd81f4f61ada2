import { ACCESSORIALS, type Accessorial } from '../../../../src-shared/freight/accessorial.ts'
import {
  ACCESSORIALS_AT,
  accessorialsAt,
  type PartySide,
} from '../../../../src-shared/station/addresses/accessorials-at.ts'
import type { SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'

type StoredFacts = Pick<SavedAddress, 'accessorials' | 'dock'>

/** The needs of freight to or from this place: the remembered ones, and those of its dock. */
export function defaultAccessorials(side: PartySide, { accessorials, dock }: StoredFacts): Accessorial[] {
  const ofDock: Accessorial[] =
    side === 'shipper'
      ? [
          ...(dock.needsLiftgate ? (['LIFTGATE_PICKUP'] as const) : []),
          ...(dock.isResidential ? (['RESIDENTIAL_PICKUP'] as const) : []),
        ]
      : [
          ...(dock.needsLiftgate ? (['LIFTGATE_DELIVERY'] as const) : []),
          ...(dock.isResidential ? (['RESIDENTIAL_DELIVERY'] as const) : []),
          ...(dock.needsAppointment ? (['APPOINTMENT_DELIVERY'] as const) : []),
        ]
  return accessorialsAt(side, [...accessorials, ...ofDock])
}

/** The accessorials of a form after a party was chosen: its own end is as the party needs it, the other end stays. */
export function withDefaults(side: PartySide, chosen: readonly Accessorial[], party: StoredFacts): Accessorial[] {
  const wanted = [
    ...chosen.filter((code) => !ACCESSORIALS_AT[side].includes(code)),
    ...defaultAccessorials(side, party),
  ]
  return ACCESSORIALS.filter((code) => wanted.includes(code))
}

/** The address book entry that would propose exactly these the next time; null when it does already. */
export function factsToRemember(
  side: PartySide,
  chosen: readonly Accessorial[],
  party: StoredFacts,
): StoredFacts | null {
  const here = accessorialsAt(side, chosen)
  if (here.join() === defaultAccessorials(side, party).join()) return null
  const has = (...codes: Accessorial[]) => codes.some((code) => here.includes(code))
  return {
    accessorials: ACCESSORIALS.filter((code) =>
      ACCESSORIALS_AT[side].includes(code) ? here.includes(code) : party.accessorials.includes(code),
    ),
    // A dock that says "liftgate" would propose it again, regardless of the choice.
    dock: {
      ...party.dock,
      needsLiftgate: party.dock.needsLiftgate && has('LIFTGATE_PICKUP', 'LIFTGATE_DELIVERY'),
      isResidential: party.dock.isResidential && has('RESIDENTIAL_PICKUP', 'RESIDENTIAL_DELIVERY'),
      needsAppointment: party.dock.needsAppointment && (side === 'shipper' || has('APPOINTMENT_DELIVERY')),
    },
  }
}
