import { z } from 'zod'

/** What goes wrong at a virtual label printer. `at` counts labels, or bytes for a broken connection. */
const faultSchema = z.discriminatedUnion('kind', [
  /** Needs a person after so many labels; what comes then stays in the buffer. */
  z.object({ kind: z.enum(['paper-out', 'head-open', 'pause', 'ribbon-out']), at: z.int().min(0) }),
  /** Loses its buffer and every connection after so many labels, then continues. */
  z.object({ kind: z.literal('power-cycle'), at: z.int().min(0) }),
  /** Breaks the connection after so many bytes of it. */
  z.object({ kind: z.enum(['rst', 'fin']), at: z.int().min(0) }),
  /** `never`: takes questions and says nothing. Late ones come after `at` milliseconds. */
  z.object({ kind: z.literal('late-replies'), at: z.int().min(0) }),
  z.object({ kind: z.enum(['no-replies', 'split-replies', 'double-replies', 'no-odometer']), at: z.int().default(0) }),
  /** Accepts and takes nothing; never closes its side; turns a second connection away. */
  z.object({ kind: z.enum(['silent', 'never-closes', 'one-connection']), at: z.int().default(0) }),
])
export type PrinterFault = z.infer<typeof faultSchema>

/** `paper-out@3` as a fault. @throws Error with the kinds there are */
export function parseFault(text: string): PrinterFault {
  const [kind, at] = text.split('@')
  const parsed = faultSchema.safeParse({ kind, ...(at === undefined ? {} : { at: Number(at) }) })
  if (parsed.success) return parsed.data
  const kinds =
    'paper-out@LABELS head-open@LABELS ribbon-out@LABELS pause@LABELS power-cycle@LABELS rst@BYTES fin@BYTES ' +
    'late-replies@MS no-replies split-replies double-replies no-odometer silent never-closes one-connection'
  throw new Error(`there is no fault ${text}; there are ${kinds}`)
}
