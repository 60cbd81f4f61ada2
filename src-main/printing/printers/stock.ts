import { z } from 'zod'
import { invalidField, notFound } from '../../../src-shared/station/error.ts'
import { MOST_STOCK } from '../../../src-shared/station/limits.ts'
import {
  labelStockSchema,
  USUAL_STOCK,
  type LabelStock,
  type LabelStockInput,
} from '../../../src-shared/station/printing/label-stock.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { createKeyedMutex } from '../../kernel/keyed-mutex.ts'
import type { SettingStore } from '../../settings/settings.rows.ts'

const NAME = 'label-stock'
// Names that an older version took may hold control characters.
const listSchema = z.array(labelStockSchema.extend({ name: z.string() }))

/** The kinds of labels that this station has; held in memory, because every label asks for what is loaded. */
export async function openStock(
  settings: Pick<SettingStore, 'read' | 'write'>,
  tools: { nextId: () => string; onChange: () => void },
) {
  let stock: readonly LabelStock[] = (await settings.read(NAME, listSchema)) ?? USUAL_STOCK
  /** Each change begins with what the one before has kept. */
  const inTurn = createKeyedMutex()
  const keep = async (next: readonly LabelStock[], detail: Record<string, unknown>): Promise<LabelStock[]> => {
    await settings.write(NAME, next, detail)
    stock = next
    tools.onChange()
    return byName()
  }
  const byName = (): LabelStock[] => stock.toSorted((one, other) => one.name.localeCompare(other.name))

  return {
    /** By name. */
    list: byName,

    /** What is loaded in a printer; null: not set, or no longer among the station's stock. */
    loaded: (stockId: string | null): LabelStock | null => stock.find((one) => one.stockId === stockId) ?? null,

    /** Adds or changes one. @throws StationError NOT_FOUND, WRONG_STATE when there are too many, INVALID_INPUT when another one has its name */
    save: ({ stockId, ...rest }: LabelStockInput): Promise<LabelStock[]> =>
      inTurn('stock', async () => {
        if (stockId === undefined && stock.length >= MOST_STOCK) {
          const message = `A station can have at most ${MOST_STOCK} kinds of label stock. Remove one first.`
          throw new StationError({ code: 'WRONG_STATE', message, details: { most: MOST_STOCK } })
        }
        if (stockId !== undefined && !stock.some((one) => one.stockId === stockId)) throw notFound('stock', { stockId })
        const saved = { ...rest, stockId: stockId ?? tools.nextId() }
        const before = stock.find((one) => one.stockId === stockId)
        const others = stock.filter((one) => one !== before)
        const named = others.find(({ name }) => name.toLowerCase() === saved.name.toLowerCase())
        if (named && saved.name !== before?.name)
          throw invalidField('name', `there is already a stock named ${named.name}`)
        return keep([...others, saved], { saved })
      }),

    /** Printers that had it loaded are no longer known to have anything loaded. @throws StationError NOT_FOUND */
    remove: (stockId: string): Promise<LabelStock[]> =>
      inTurn('stock', async () => {
        const removed = stock.find((one) => one.stockId === stockId)
        if (!removed) throw notFound('stock', { stockId })
        return keep(
          stock.filter((one) => one !== removed),
          { removed },
        )
      }),
  }
}
