/**
 * Whose labels commands were seen in, by their full names: genuine labels of carriers and retailers in ZPL, one each, and the
 * templates of a shipping program in EPL. What a carrier sends tomorrow may hold others.
 */
const SEEN: Readonly<Record<string, string>> = {
  Amazon: '^A ^B3 ^BC ^BY ^FB ^FD ^FO ^FS ^FW ^FX ^GB ^LH ^XA ^XB ^XZ',
  'DHL Paket': '^A ^BC ^BY ^FD ^FO ^FR ^FS ^FT ^GB ^GD ^GF ^XA ^XZ',
  'DHL Parcel UK': '^A ^CI ^FB ^FD ^FO ^FR ^FS ^FT ^FW ^GB ^LH ^MU ^PM ^PO ^PQ ^PW ^XA ^XZ',
  FedEx: '^A ^B7 ^BC ^BY ^CF ^CI ^FB ^FD ^FH ^FO ^FS ^FW ^GB ^LH ^MD ^PO ^PQ ^PR ^PW ^XA ^XZ',
  'GLS CZ':
    '^A ^B2 ^BY ^CI ^FB ^FD ^FH ^FO ^FS ^FT ^GB ^GF ^JM ^JU ^LH ^LL ^LR ^LS ^LT ^MM ^MN ^MT ^PM ^PO ^PQ ^PR ^PW ^XA ^XZ ' +
    '~JS ~SD ~TA',
  PostNord: '^B3 ^BY ^CF ^CI ^CW ^FD ^FO ^FS ^FW ^FX ^GB ^GF ^LL ^PO ^XA ^XZ',
  'Swiss Post': '^A ^BC ^BY ^FD ^FO ^FS ^FX ^XA ^XG ^XZ ~DG',
  UPS: '^A ^BC ^BD ^BY ^CI ^CV ^FD ^FH ^FO ^FS ^FV ^GB ^GF ^LH ^LR ^MC ^MF ^MN ^PO ^PW ^XA ^XZ',
  USPS: '^BC ^BX ^BY ^CF ^CI ^FB ^FD ^FH ^FO ^FS ^FW ^GB ^LR ^MC ^PM ^PO ^SZ ^XA ^XZ',
  'IntelliShip templates': 'A B b D JF LO N O P q R S ZB',
}

const BY_NAME = new Map<string, string[]>()
for (const [carrier, names] of Object.entries(SEEN)) {
  for (const name of names.split(' ')) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), carrier])
}

/** Whose labels a command was seen in. @param full `^FD`, `~DG`; of EPL the name alone */
export function seenIn(full: string): readonly string[] {
  return BY_NAME.get(full) ?? []
}
