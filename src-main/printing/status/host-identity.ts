import { z } from 'zod'

/** What `~HI` says: who the printer is. */
export interface HostIdentity {
  model: string
  firmware: string
  dotsPerMm: 6 | 8 | 12 | 24
}

const identitySchema = z.tuple(
  [
    z.string().min(1),
    z.string().regex(/^V/i),
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
    if (parsed.success) return { model: parsed.data[0], firmware: parsed.data[1], dotsPerMm: parsed.data[2] }
  }
  return null
}
