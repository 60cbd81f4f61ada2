import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What was sent as one copy, or what a virtual printer holds of it: where they agree it is printed. */
const acknowledgementSchema = z.object({ sha256: z.string(), bytes: z.int(), labels: z.int() })
export type Acknowledgement = z.infer<typeof acknowledgementSchema>

/** The acknowledgement of bytes that were received. */
export function acknowledgementOf(bytes: Uint8Array, labels: number): Acknowledgement {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, labels }
}

/** An acknowledgement as it is answered over the connection: one line of JSON. */
export function encodeAcknowledgement(acknowledgement: Acknowledgement): string {
  return `${JSON.stringify(acknowledgement)}\n`
}

/** Whether a printer's answer is the acknowledgement of exactly these bytes, split into exactly so many labels. */
export function isAcknowledgementFor(answer: Uint8Array, sent: Acknowledgement): boolean {
  const acknowledgement = acknowledgementSchema.safeParse(parseJson(Buffer.from(answer).toString('utf8')))
  return (
    acknowledgement.success &&
    acknowledgement.data.sha256 === sent.sha256 &&
    acknowledgement.data.bytes === sent.bytes &&
    acknowledgement.data.labels === sent.labels
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Anything that is not JSON is no acknowledgement; the schema says so.
    return undefined
  }
}
