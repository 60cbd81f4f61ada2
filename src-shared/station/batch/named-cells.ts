import type { BatchField } from './batch-field.ts'

/** The fields that a problem names beside its own: any of them may be the wrong one. */
export function otherFieldsOf({ kind, field }: { kind: string; field: string | null }): BatchField[] {
  const party = field?.startsWith('shipper.') ? 'shipper' : 'consignee'
  switch (kind) {
    case 'postal-state':
      return [`${party}.state`, `${party}.city`]
    case 'state-canada':
      return [`${party}.country`]
    case 'weights-differ':
      return ['cargo.weight', 'cargo.quantity']
    default:
      return []
  }
}
