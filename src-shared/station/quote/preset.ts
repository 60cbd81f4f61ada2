import { z } from 'zod'
import { nameSchema } from '../limits.ts'
import { DIM_UNITS, WEIGHT_UNITS } from '../batch/batch-field.ts'
import { cargoInputSchema } from './cargo-input.ts'

/** Input of `presets.save`: cargo lines under a name. A preset of that name, in any letter case, is replaced. */
export const presetInputSchema = z.object({
  name: nameSchema('name', 80),
  /** As the interface has them: pounds and inches. */
  cargo: cargoInputSchema,
  /** How they are shown and typed. */
  units: z
    .object({ weight: z.enum(WEIGHT_UNITS).default('lb'), dimensions: z.enum(DIM_UNITS).default('in') })
    .prefault({}),
})
export type PresetInput = z.output<typeof presetInputSchema>

export interface CargoPreset extends PresetInput {
  presetId: string
  updatedAt: string
}
