import { z } from 'zod'
import { csvLine, safeCsvLine } from '../../src-shared/csv.ts'
import {
  addressInputSchema,
  type AddressImport,
  type AddressInput,
  type SavedAddress,
} from '../../src-shared/station/addresses/address-book.ts'
import { headedRows, type HeadedRow, type Header } from '../imports/csv/headed-rows.ts'

/** The columns of an address file, ours and the ones that are taken in: an export can be imported. */
const COLUMNS = [
  'name',
  'companyName',
  'contactName',
  'phone',
  'email',
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
  'country',
  'roles',
  'accessorials',
  'hasDock',
  'isResidential',
  'needsLiftgate',
  'needsAppointment',
  'opens',
  'closes',
  'notes',
] as const
type Column = (typeof COLUMNS)[number]

export const ADDRESS_HEADER = csvLine(COLUMNS)
const HEADER: Header<Column> = {
  columns: COLUMNS,
  needed: ['address1', 'city', 'state', 'postalCode', 'country'],
  hint: 'An exported address book shows the form.',
}
const MOST_PROBLEMS = 200

/** One line of the export. */
export function addressLine({ name, address, roles, accessorials, dock, notes }: SavedAddress): string {
  const yes = (value: boolean) => (value ? 'yes' : 'no')
  const cells: Record<Column, string> = {
    name,
    companyName: address.companyName ?? '',
    contactName: address.contactName ?? '',
    phone: address.phone ?? '',
    email: address.email ?? '',
    address1: address.address1,
    address2: address.address2 ?? '',
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    country: address.country,
    roles: roles.join('|'),
    accessorials: accessorials.join('|'),
    hasDock: yes(dock.hasDock),
    isResidential: yes(dock.isResidential),
    needsLiftgate: yes(dock.needsLiftgate),
    needsAppointment: yes(dock.needsAppointment),
    opens: dock.opens ?? '',
    closes: dock.closes ?? '',
    notes,
  }
  return safeCsvLine(COLUMNS.map((column) => cells[column]))
}

const yesNo = z.enum(['yes', 'no', 'true', 'false', '1', '0', ''], { error: 'must be yes or no' })

/**
 * Takes addresses in from CSV text. An invalid row is reported with its number and column; the others are imported. A
 * place that is already in the book is left as it is.
 * @throws StationError UNREADABLE_FILE when it is no table or a needed column is not in its header
 */
export async function importAddresses(
  text: string,
  save: (input: AddressInput) => Promise<'added' | 'known'>,
): Promise<AddressImport> {
  const result: AddressImport = { added: 0, known: 0, problems: [] }
  for await (const { row, text: cell } of headedRows(text, HEADER)) {
    const parsed = readAddress(cell)
    if ('input' in parsed) result[await save(parsed.input)] += 1
    else if (result.problems.length < MOST_PROBLEMS) {
      result.problems.push(...parsed.problems.map((problem) => ({ row, ...problem })))
    }
  }
  return result
}

function readAddress(
  text: HeadedRow<Column>['text'],
): { input: AddressInput } | { problems: { column: string | null; message: string }[] } {
  const problems: { column: string | null; message: string }[] = []
  const flag = (column: Column, otherwise: boolean) => {
    const read = yesNo.safeParse(text(column).toLowerCase())
    if (!read.success) problems.push({ column, message: `"${text(column).slice(0, 40)}" must be yes or no` })
    return read.success && read.data !== '' ? ['yes', 'true', '1'].includes(read.data) : otherwise
  }
  const list = (column: Column) =>
    text(column)
      .split('|')
      .map((part) => part.trim())
      .filter(Boolean)
  const optional = (column: Column) => text(column) || undefined
  const parsed = addressInputSchema.safeParse({
    name: text('name') || text('companyName') || text('address1'),
    address: {
      address1: text('address1'),
      address2: optional('address2'),
      city: text('city'),
      state: text('state'),
      postalCode: text('postalCode'),
      country: text('country').toUpperCase(),
      companyName: optional('companyName'),
      contactName: optional('contactName'),
      phone: optional('phone'),
      email: optional('email'),
    },
    roles: list('roles').map((role) => role.toLowerCase()),
    accessorials: list('accessorials').map((code) => code.toUpperCase()),
    dock: {
      hasDock: flag('hasDock', true),
      isResidential: flag('isResidential', false),
      needsLiftgate: flag('needsLiftgate', false),
      needsAppointment: flag('needsAppointment', false),
      opens: text('opens') || null,
      closes: text('closes') || null,
    },
    notes: text('notes'),
  })
  if (parsed.success && problems.length === 0) return { input: parsed.data }
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = COLUMNS.find((candidate) => path.includes(candidate)) ?? null
    problems.push({ column, message })
  }
  return { problems }
}
