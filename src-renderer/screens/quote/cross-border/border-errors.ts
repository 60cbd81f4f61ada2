import { z } from 'zod'
import type { FieldError, FieldErrors } from '../../../forms/field-error.ts'
import { readAddressRefusal, type AddressRefusal } from '../address/address-refusal.ts'
import type { AddressSide } from '../../../../src-shared/station/quote/quote.ts'
import type { BorderForm } from './border-form.ts'
import { limitInMeasures } from '../limits.ts'

export const SIDE_OF_STOP = {
  shipperLocation: 'originAddress',
  consigneeLocation: 'destinationAddress',
} as const satisfies Record<string, AddressSide>

const STOP_FIELDS: Readonly<Record<string, string>> = {
  address4: 'address2',
  stateOrProvince: 'state',
  zipCode: 'postalCode',
  name: 'companyName',
  contactFirstName: 'contactName',
  contactLastName: 'contactName',
}
const DOCK_FIELDS: Readonly<Record<string, string>> = {
  scheduledDate: 'day',
  readyTime: 'ready',
  openTime: 'opens',
  closeTime: 'closes',
  references: 'references',
}

/** The form's path of the request's field: shipperLocation.zipCode is originAddress.postalCode. */
export function formPath(requestPath: string): string {
  const [first = '', second = '', ...rest] = requestPath.split('.')
  if (first === 'borderCrossingLocation' || requestPath === 'customs.borderCrossingLocation') return 'crossing'
  if (first === 'insuranceInfo') return 'insuredValue'
  if (first === 'shipperLocation' || first === 'consigneeLocation') {
    const side = SIDE_OF_STOP[first]
    const dock = DOCK_FIELDS[second]
    return dock ? `docks.${side}.${dock}` : [side, STOP_FIELDS[second] ?? second].filter(Boolean).join('.')
  }
  if (first === 'customs') {
    return ['customs', second === 'origin' ? 'originAddress' : 'destinationAddress', ...rest].join('.')
  }
  if (first !== 'handlingUnits') return requestPath
  const path = ['units', second, ...rest].join('.')
  return path.replace(/\.class$/, '.freightClass')
}

/** The errors of a request by the form's paths, in words that fit the form. */
export function borderFieldErrors(errors: FieldErrors, form: BorderForm): FieldErrors {
  const found: Record<string, FieldError> = {}
  for (const [requestPath, error] of Object.entries(errors)) {
    const path = formPath(requestPath)
    found[path] ??= inFormWords(path, error, form)
  }
  return found
}

function inFormWords(path: string, error: FieldError, form: BorderForm): FieldError {
  if (path === 'crossing') return { key: 'border.chooseCrossing' }
  if (path.endsWith('.country')) return { key: 'border.oneEach' }
  if (path.endsWith('.satCode')) return { key: textAt(form, path) === '' ? 'border.satRequired' : 'border.satEight' }
  if (textAt(form, path) === '') return { key: 'field.required' }
  if (/^docks\..*\.(opens|ready)$/.test(path)) return { key: 'border.beforeClose' }
  return limitInMeasures(path, error, form.measures)
}

/** The text typed at a path of the form; undefined where there is none. */
function textAt(form: BorderForm, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((at, name) => {
    return typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === name)?.[1] : undefined
  }, form)
  return typeof found === 'string' ? found.trim() : undefined
}

const detailsSchema = z.object({ field: z.string(), reason: z.string().optional().catch(undefined) })

/** The service's refusal, at its field; `address` where it names an address and perhaps suggestions. */
export interface BorderRefusal {
  errors: FieldErrors
  address: AddressRefusal | null
}

/** Reads the details of INVALID_ADDRESS or INVALID_REQUEST; null when they name no field. */
export function readBorderRefusal(code: string, details: Record<string, unknown>): BorderRefusal | null {
  const parsed = detailsSchema.safeParse(details)
  if (!parsed.success) return null
  const path = formPath(parsed.data.field)
  if (code === 'INVALID_ADDRESS') {
    const address = readAddressRefusal({ ...details, field: path })
    return { errors: { [path]: { key: 'error.INVALID_ADDRESS' } }, address }
  }
  if (code !== 'INVALID_REQUEST') return null
  const key = parsed.data.reason === 'UNKNOWN_SAT_CODE' ? 'border.satUnknown' : 'border.refusedField'
  return { errors: { [path]: { key } }, address: null }
}
