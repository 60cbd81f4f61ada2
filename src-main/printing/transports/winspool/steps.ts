import { z } from 'zod'

/**
 * What the process that speaks to Windows' spooler reports, a line of JSON each, before each next step: the last one shows where it
 * ended or hangs.
 */
export const stepSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('opened') }),
  /** The spooler gave the job a number; nothing of the label is in it. */
  z.object({ step: z.literal('started'), jobId: z.int() }),
  /** From here on the spooler may have any part of the label. */
  z.object({ step: z.literal('writing') }),
  z.object({ step: z.literal('written'), bytes: z.int() }),
  /** All of it was taken, and the job was closed. */
  z.object({ step: z.literal('ended') }),
  /** JOB_STATUS of the job (Microsoft, JOB_INFO_1); null: the spooler no longer knows it. */
  z.object({ step: z.literal('job'), status: z.int().nullable() }),
  /** One of the queues that were asked for, with its driver. */
  z.object({ step: z.literal('queue'), name: z.string(), model: z.string().nullable() }),
  /** A function of the spooler failed, with the number that Windows gives for it. */
  z.object({ step: z.literal('failed'), call: z.string(), code: z.int() }),
])
export type Step = z.infer<typeof stepSchema>

/** JOB_STATUS_*. */
const STATUS = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  userIntervention: 0x400,
  complete: 0x1000,
} as const

/**
 * How a job is in the spooler. gone: it was passed on whole, or is no longer known; that is no proof of paper. deleted: it was
 * removed, and some of it may have been printed. A job that was passed on may be deleted after that.
 */
export type JobState = 'waiting' | 'gone' | 'held' | 'attention' | 'deleted'

export function jobStateOf(status: number | null): JobState {
  const has = (...bits: number[]) => status !== null && bits.some((bit) => (status & bit) !== 0)
  if (status === null || has(STATUS.printed, STATUS.complete)) return 'gone'
  if (has(STATUS.deleting, STATUS.deleted)) return 'deleted'
  if (has(STATUS.error, STATUS.offline, STATUS.paperOut, STATUS.userIntervention)) return 'attention'
  return has(STATUS.paused, STATUS.blocked) ? 'held' : 'waiting'
}

const REASONS: Readonly<Record<number, string>> = {
  5: 'Windows does not allow it to this user',
  1722: 'the print spooler of Windows is not running',
  1801: 'there is no queue with that name',
  1804: 'its driver does not accept raw data',
  1905: 'the queue was deleted',
}

/** Why a function of the spooler failed, as a person reads it. */
export function reasonOf({ call, code }: { call: string; code: number }): string {
  return REASONS[code] ?? `${call} of Windows failed with ${code}`
}
