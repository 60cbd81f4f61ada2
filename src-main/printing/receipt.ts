import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What was sent as one copy, or what a virtual printer holds of it: where they agree it is printed. */
const receiptSchema = z.object({ sha256: z.string(), bytes: z.int(), labels: z.int() })
export type Receipt = z.infer<typeof receiptSchema>

/** The receipt of bytes that were received. */
export function receiptOf(bytes: Uint8Array, labels: number): Receipt {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, labels }
}

/** A receipt as it is answered over the connection: one line of JSON. */
export function encodeReceipt(receipt: Receipt): string {
  return `${JSON.stringify(receipt)}\n`
}

/** Whether a printer's answer is the receipt of exactly these bytes, split into exactly so many labels. */
export function isReceiptFor(answer: Uint8Array, sent: Receipt): boolean {
  const receipt = receiptSchema.safeParse(parseJson(Buffer.from(answer).toString('utf8')))
  return (
    receipt.success &&
    receipt.data.sha256 === sent.sha256 &&
    receipt.data.bytes === sent.bytes &&
    receipt.data.labels === sent.labels
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Anything that is not JSON is no receipt; the schema says so.
    return undefined
  }
}
