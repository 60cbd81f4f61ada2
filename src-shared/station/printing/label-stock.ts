import { z } from 'zod'
import { idSchema, nameSchema } from '../limits.ts'
import { mediaSchema, type Media } from './printing.ts'

/** How the printer detects where a label ends. */
const STOCK_TRACKINGS = ['gap', 'mark', 'continuous'] as const
/** direct: heat darkens the paper. transfer: a ribbon prints on it. */
const STOCK_PRINTS = ['direct', 'transfer'] as const

/** A kind of labels that the station has rolls of. */
export const labelStockSchema = z.object({
  stockId: idSchema('stockId'),
  name: nameSchema('stock name', 60),
  /** Of a continuous roll, the length that is cut. */
  media: mediaSchema,
  tracking: z.enum(STOCK_TRACKINGS),
  print: z.enum(STOCK_PRINTS),
})
export type LabelStock = z.infer<typeof labelStockSchema>

/** Input of `stock.save`; without an id it is a new one. */
export const labelStockInputSchema = labelStockSchema.partial({ stockId: true })

export type LabelStockInput = z.output<typeof labelStockInputSchema>

/** A tenth of a side is the play of real labels, liners and margins. */
const PLAY = 0.1

/** Whether two lengths are the same within the play of real labels. */
export const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= PLAY * Math.max(one, other)

/** Whether both are the same label, or one is as good as the other. */
export function isSameSize(one: Media, other: Media): boolean {
  return isNear(one.widthIn, other.widthIn) && isNear(one.heightIn, other.heightIn)
}

/** Whether a label of this size fits the loaded stock: a continuous roll takes any length. */
export function fitsStock(label: Media, { media, tracking }: Pick<LabelStock, 'media' | 'tracking'>): boolean {
  return isNear(label.widthIn, media.widthIn) && (tracking === 'continuous' || isNear(label.heightIn, media.heightIn))
}

/** What shops have most; a station begins with these. */
export const USUAL_STOCK: readonly LabelStock[] = [
  { stockId: 'stk_4x6_gap', name: '4 × 6 in', media: { widthIn: 4, heightIn: 6 }, tracking: 'gap', print: 'direct' },
  { stockId: 'stk_4x8_gap', name: '4 × 8 in', media: { widthIn: 4, heightIn: 8 }, tracking: 'gap', print: 'direct' },
  { stockId: 'stk_4x4_gap', name: '4 × 4 in', media: { widthIn: 4, heightIn: 4 }, tracking: 'gap', print: 'direct' },
  {
    stockId: 'stk_4x6_transfer',
    name: '4 × 6 in, ribbon',
    media: { widthIn: 4, heightIn: 6 },
    tracking: 'gap',
    print: 'transfer',
  },
  {
    stockId: 'stk_2x1_gap',
    name: '2.25 × 1.25 in',
    media: { widthIn: 2.25, heightIn: 1.25 },
    tracking: 'gap',
    print: 'direct',
  },
  {
    stockId: 'stk_4_roll',
    name: '4 in roll',
    media: { widthIn: 4, heightIn: 6 },
    tracking: 'continuous',
    print: 'direct',
  },
]
