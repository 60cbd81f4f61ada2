import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'

const manySchema = z.object({ labels: z.int() })

/** Asks the station; where it asks back whether so many labels are meant, `--yes` is the answer. */
export async function agreeing<T>(yes: boolean, ask: (agreed: { agreedLabels?: number }) => Promise<T>): Promise<T> {
  try {
    return await ask({})
  } catch (error) {
    if (!(error instanceof StationError) || error.code !== 'MANY_LABELS') throw error
    if (yes) return ask({ agreedLabels: manySchema.parse(error.details).labels })
    throw StationError.from({ ...error.toData(), message: `${error.message} Say --yes if they are meant.` })
  }
}
