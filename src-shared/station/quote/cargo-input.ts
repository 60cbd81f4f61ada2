import { z } from 'zod'
import { cargoSchema } from '../../freight/cargo.ts'
import { declaredAmountSchema } from '../limits.ts'

/**
 * Cargo lines as a command takes them. The interface names no most for the declared value; a service's report of a
 * shipment is therefore read without one (../freight/cargo.ts).
 */
export const cargoInputSchema = z
  .array(cargoSchema.extend({ value: declaredAmountSchema('declared value').optional() }))
  .min(1, 'at least one cargo line is required')
  .max(100)
