import { z } from 'zod'

/** Messages between the service and the thread that draws PDF pages. Each side parses what it receives. */
const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes')

export const rasterRequestSchema = z.object({
  id: z.int(),
  pdf: bytesSchema,
  picture: z.discriminatedUnion('kind', [
    /** Every page, one below the other, black and white. */
    z.object({ kind: z.literal('pages'), dpi: z.int().positive() }),
    /** The first page in gray, this many dots wide. */
    z.object({ kind: z.literal('thumbnail'), width: z.int().positive() }),
  ]),
})
export type RasterRequest = z.infer<typeof rasterRequestSchema>
export type Picture = RasterRequest['picture']

export const rasterReplySchema = z.union([
  z.object({ id: z.int(), png: bytesSchema }),
  /** `isTooLarge`: the error is in the request, not in the drawing. */
  z.object({ id: z.int(), problem: z.string(), isTooLarge: z.boolean() }),
])
export type RasterReply = z.infer<typeof rasterReplySchema>
