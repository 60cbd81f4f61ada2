import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'

const watermarkSchema = z.object({
  generation: z.string(),
  position: z.int(),
  /** The last booking and the last audit row. */
  bookings: z.int(),
  audit: z.int(),
  /** By the station's clock, ISO 8601 in UTC. */
  at: z.string(),
})

/** How far a ledger had come when it was last written. */
export type Watermark = z.infer<typeof watermarkSchema>

const slotSchema = watermarkSchema.extend({ turn: z.int() })
type Slot = z.infer<typeof slotSchema>

const SLOT_BYTES = 512

export interface WatermarkFile {
  write(watermark: Watermark): void
  /** Waits until it is on the disk. */
  sync(): void
  close(): void
}

/** What was marked last; null: nothing that can be read. Of two slots at least one is whole, whenever the writing ended. */
export const readWatermark = (files: StoreFiles, path: string): Watermark | null => newestSlot(files, path)

function newestSlot(files: StoreFiles, path: string): Slot | null {
  if (!files.exists(path)) return null
  const bytes = files.read(path)
  const slots = [0, 1].flatMap((place) => slotOf(bytes.subarray(place * SLOT_BYTES, (place + 1) * SLOT_BYTES)) ?? [])
  return slots.sort((a, b) => b.turn - a.turn)[0] ?? null
}

function slotOf(bytes: Buffer): Slot | null {
  const [, sum, text] = /^([0-9a-f]{8}) (\{.*\}) *$/.exec(bytes.toString('utf8')) ?? []
  if (sum === undefined || text === undefined || crc32(text) !== Number.parseInt(sum, 16)) return null
  return slotSchema.safeParse(JSON.parse(text)).data ?? null
}

/**
 * A small file beside the ledger. A ledger that lost its journal reads as sound; that it went back is seen from here alone.
 * The two slots are written by turns and not waited for: the file may lag behind the ledger, never run ahead of it.
 */
export function openWatermark(files: StoreFiles, path: string): WatermarkFile {
  let turn = newestSlot(files, path)?.turn ?? 0
  const file = files.open(path)
  return {
    write: (watermark) => {
      turn += 1
      const text = JSON.stringify({ turn, ...watermark } satisfies Slot)
      const line = `${crc32(text).toString(16).padStart(8, '0')} ${text}`.padEnd(SLOT_BYTES)
      file.write(Buffer.from(line), (turn % 2) * SLOT_BYTES)
    },
    sync: file.sync,
    close: file.close,
  }
}
