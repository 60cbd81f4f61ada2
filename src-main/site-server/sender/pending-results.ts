import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { renameWhenFreeSync } from '../../../src-node/rename.ts'
import type { BookingMove } from '../../../src-shared/machine/booking.ts'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'

const moneySchema = z.object({ minor: z.int(), currency: z.string() })
const detail = z.record(z.string(), z.unknown()).optional()

/** What a send led to, of what is worth keeping: UNKNOWN is what a booking becomes anyway. */
const resultSchema = z.discriminatedUnion('to', [
  z.object({
    to: z.literal('BOOKED'),
    shipment: z.object({
      shipmentId: z.string(),
      trackingNumber: z.string().nullable(),
      proNumber: z.string().nullable(),
    }),
    charged: moneySchema.nullable(),
    pickupDate: z.string().optional(),
    detail,
  }),
  z.object({ to: z.literal('REJECTED'), error: stationErrorSchema, detail }),
  z.object({
    to: z.literal('QUEUED'),
    dueAt: z.coerce.date(),
    error: stationErrorSchema.nullish(),
    attempts: z.int().optional(),
    requotes: z.int().optional(),
    isQuoteOver: z.boolean().optional(),
  }),
])

const storedSchema = z.object({ bookingId: z.string(), permit: z.int(), result: resultSchema })

/** The result of a send that could not be written down: the database was gone after the answer came. */
export interface PendingResult {
  bookingId: string
  permit: number
  move: BookingMove
}

export type PendingResults = ReturnType<typeof openPendingResults>

/**
 * The sender's own file of results. A line is on the disk before `keep` returns; what is settled is left out the next time the
 * file is written.
 */
export function openPendingResults(path: string) {
  let kept: PendingResult[] = existsSync(path) ? linesOf(readFileSync(path, 'utf8')) : []

  return {
    all: (): readonly PendingResult[] => kept,

    /** Keeps the result of a send; a move that only reports an unknown outcome is not kept. */
    keep: (bookingId: string, permit: number, move: BookingMove): void => {
      const read = resultSchema.safeParse(move)
      if (!read.success) return
      kept.push({ bookingId, permit, move })
      write(path, [lineOf({ bookingId, permit, move })], 'a')
    },

    drop: (result: PendingResult): void => {
      kept = kept.filter((other) => other !== result)
      const next = `${path}.next`
      write(next, kept.map(lineOf), 'w')
      renameWhenFreeSync(next, path)
    },
  }
}

const lineOf = ({ bookingId, permit, move }: PendingResult): string =>
  JSON.stringify({ bookingId, permit, result: move })

function write(path: string, lines: readonly string[], flag: 'a' | 'w'): void {
  const file = openSync(path, flag, 0o600)
  try {
    writeSync(file, lines.map((line) => `${line}\n`).join(''))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A line that was cut off by the end of the process was never answered for: its booking is looked for. */
function linesOf(text: string): PendingResult[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { bookingId, permit, result } = storedSchema.parse(JSON.parse(line))
      return [{ bookingId, permit, move: moveOf(result) }]
    } catch {
      return []
    }
  })
}

function moveOf(result: z.output<typeof resultSchema>): BookingMove {
  if (result.to !== 'QUEUED') {
    const { detail: reported, ...rest } = result
    return { ...rest, ...(reported && { detail: reported }) }
  }
  const { dueAt, error, attempts, requotes, isQuoteOver } = result
  return {
    to: 'QUEUED',
    dueAt,
    ...(error && { error }),
    ...(attempts !== undefined && { attempts }),
    ...(requotes !== undefined && { requotes }),
    ...(isQuoteOver !== undefined && { isQuoteOver }),
  }
}
