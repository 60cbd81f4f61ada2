import { z } from 'zod'
import { idSchema } from '../limits.ts'

/** asked: it waits for a supervisor; used: the command was given by it, or its time is over. */
export const APPROVAL_STATES = ['asked', 'approved', 'refused', 'used'] as const

/** The status of a question to a supervisor. */
export interface ApprovalState {
  itemId: string
  state: (typeof APPROVAL_STATES)[number]
  /** Who answered; null: not answered. */
  answeredBy: string | null
  note: string | null
  /** Until then the command may be given, once; null: it was not approved. */
  until: string | null
}

const noteSchema = z.string().trim().max(300, 'a note can have at most 300 characters').optional()

export const approvalAskSchema = z.object({
  /** `details.ask` of the refusal. */
  refusalId: idSchema('refusalId'),
  /** What for. */
  note: noteSchema,
})

export const approvalAnswerSchema = z.object({
  itemId: idSchema('itemId'),
  isApproved: z.boolean(),
  note: noteSchema,
})

export const refusalIdSchema = z.object({ refusalId: idSchema('refusalId') })

/** A command that was refused. */
export interface RefusedCommand {
  command: string
  /** The part of its input that a supervisor is shown; empty: none. */
  text: string
}

export const approvalIdSchema = z.object({ itemId: idSchema('itemId') })
