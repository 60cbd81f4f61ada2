import { z } from 'zod'
import { ACCESSORIALS } from '../../src-shared/freight/accessorial.ts'
import { addressSchema, type Address } from '../../src-shared/freight/address.ts'
import { cargoSchema } from '../../src-shared/freight/cargo.ts'
import { SHIPMENT_STATUSES } from '../../src-shared/freight/shipment.ts'
import { EXCEPTION_REASONS, type ExceptionCode } from '../../src-shared/freight/tracking.ts'
import { dataFile } from '../data-file.ts'

/** The state that a sample should be found in, and its failure; `from` and `to` name a company of the file. */
const sampleSchema = z.object({
  state: z.enum(SHIPMENT_STATUSES),
  exception: z
    .custom<ExceptionCode>((code) => typeof code === 'string' && Object.hasOwn(EXCEPTION_REASONS, code))
    .optional(),
  from: z.string(),
  to: z.string(),
  cargo: z.array(cargoSchema),
  accessorials: z.array(z.enum(ACCESSORIALS)).optional(),
  provider: z.string(),
  service: z.string(),
})

/** A shipment to book as a sample. */
export type SampleShipment = Omit<z.infer<typeof sampleSchema>, 'from' | 'to'> & { from: Address; to: Address }

const fileSchema = z
  .object({ addresses: z.array(addressSchema), shipments: z.array(sampleSchema) })
  .transform(({ addresses, shipments }, context): SampleShipment[] => {
    const addressOf = (company: string): Address => {
      const found = addresses.find(({ companyName }) => companyName === company)
      if (found) return found
      context.addIssue({ code: 'custom', message: `there is no address of ${company}` })
      return z.NEVER
    }
    return shipments.map((sample) => ({ ...sample, from: addressOf(sample.from), to: addressOf(sample.to) }))
  })

/** Two dozen shipments in every state a shipment can be in. */
export function sampleShipments(): SampleShipment[] {
  return fileSchema.parse(JSON.parse(dataFile(new URL('shipments.json', import.meta.url))))
}
