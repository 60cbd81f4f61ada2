import { personSchema, type Person } from '../../../../src-shared/station/app/forget.ts'
import type { FieldErrors, ParsedForm } from '../../../forms/field-error.ts'

export const PERSON_FIELDS = ['names', 'phones', 'emails', 'others'] as const satisfies readonly (keyof Person)[]
type PersonField = (typeof PERSON_FIELDS)[number]

/** The identifiers of a person, as typed: several in one field are set apart by semicolons. */
export type ForgetForm = Record<PersonField, string>

export const EMPTY_PERSON: ForgetForm = { names: '', phones: '', emails: '', others: '' }

const listOf = (typed: string): string[] =>
  typed
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** One more in a field. */
export const withTerm = (typed: string, term: string): string => [...listOf(typed), term].join('; ')

const WRONG = {
  names: 'forget.wrongName',
  phones: 'forget.wrongPhone',
  emails: 'forget.wrongEmail',
  others: 'forget.wrongName',
} as const

/** The person as the station takes them, or which field is wrong. */
export function parsePerson(form: ForgetForm): ParsedForm<Person> {
  const lists = PERSON_FIELDS.map((field) => [field, listOf(form[field])] as const)
  const parsed = personSchema.safeParse(Object.fromEntries(lists))
  if (parsed.success) return { ok: true, input: parsed.data }
  const wrong = parsed.error.issues.flatMap(({ path: [first, index] }) => {
    const field = PERSON_FIELDS.find((name) => name === first)
    if (field === undefined) return []
    return [[field, { key: index === undefined ? 'forget.wrongNobody' : WRONG[field] }] as const]
  })
  const errors: FieldErrors = Object.fromEntries(wrong)
  return { ok: false, errors }
}
