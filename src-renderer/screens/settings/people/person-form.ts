import { z } from 'zod'
import { personInputSchema, type Person, type PersonInput } from '../../../../src-shared/station/app/people.ts'
import { ROLES } from '../../../../src-shared/station/role.ts'
import { fieldErrors, type ParsedForm } from '../../../forms/field-error.ts'

/** What of a new person is kept while it is typed: never a PIN or a badge. */
export const personDraftSchema = z.strictObject({ name: z.string(), role: z.enum(ROLES) })
export type PersonDraft = z.infer<typeof personDraftSchema>

/** A person as the form holds them. */
export interface PersonForm extends PersonDraft {
  /** Empty: as it is. */
  badge: string
  pin: string
  isBadgeTaken: boolean
  isPinTaken: boolean
}

export const personFormFor = (person: Person | null): PersonForm => ({
  name: person?.name ?? '',
  role: person?.role ?? 'packer',
  badge: '',
  pin: '',
  isBadgeTaken: false,
  isPinTaken: false,
})

/** The input, or its errors. A field that is left empty changes nothing. */
export function parsePerson(form: PersonForm, personId: string | undefined): ParsedForm<PersonInput> {
  const { name, role, badge, pin, isBadgeTaken, isPinTaken } = form
  const parsed = personInputSchema.safeParse({
    personId,
    name,
    role,
    ...(isBadgeTaken ? { badge: null } : badge === '' ? {} : { badge }),
    ...(isPinTaken ? { pin: null } : pin === '' ? {} : { pin }),
  })
  if (parsed.success) return { ok: true, input: parsed.data }
  const errors = fieldErrors(parsed.error)
  // For a PIN the rule is the help.
  return { ok: false, errors: errors['pin'] ? { ...errors, pin: { key: 'people.pinRule' } } : errors }
}
