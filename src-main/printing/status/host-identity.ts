import { z } from 'zod'

/** What `~HI` says: who the printer is. */
export interface HostIdentity {
  model: string
  firmware: string
  dotsPerMm: 6 | 8 | 12 | 24
  /** Null when it does not say. */
  memoryKb: number | null
}

const identitySchema = z.tuple(
  [
    z.string().regex(/[a-z]/i),
    // `V84.20.18Z`; a carrier's own firmware has another name, as `ZSP-002281B`.
    z.string().regex(/^[a-z][\w.-]*\d/i),
    z
      .string()
      .regex(/^(6|8|12|24)(\s*dpm)?$/i)
      .transform((text) => Number.parseInt(text, 10))
      .pipe(z.literal([6, 8, 12, 24])),
  ],
  z.string(),
)

/** The last answer to `~HI` among these frames; null when there is none. */
export function hostIdentityOf(frames: readonly string[]): HostIdentity | null {
  for (const frame of [...frames].reverse()) {
    const parsed = identitySchema.safeParse(frame.split(',').map((part) => part.trim()))
    if (!parsed.success) continue
    const [model, firmware, dotsPerMm, memory = ''] = parsed.data
    const memoryKb = /^(\d{1,9}) ?KB?$/i.exec(memory)?.[1]
    return { model, firmware, dotsPerMm, memoryKb: memoryKb === undefined ? null : Number(memoryKb) }
  }
  return null
}
