import type { FieldError, FieldErrors } from '../../forms/field-error.ts'
import { fromImperial, type Measures } from './measures.ts'

/** A limit of pounds or inches, in the clerk's units. */
export function limitInMeasures(path: string, error: FieldError, measures: Measures): FieldError {
  const quantity = path.endsWith('.weight') ? 'weight' : /\.(length|width|height)$/.test(path) ? 'length' : null
  if (quantity === null || error.key !== 'field.atMost') return error
  const maximum = Math.floor(fromImperial(Number(error.params.maximum), quantity, measures))
  return { key: 'field.atMost', params: { maximum } }
}

/** The same for every field of a form. */
export function limitsInMeasures(errors: FieldErrors, measures: Measures): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path, limitInMeasures(path, error, measures)]),
  )
}
