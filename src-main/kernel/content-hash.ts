import { createHash } from 'node:crypto'
import { canonical } from '../../src-shared/canonical.ts'
import type { CommandName } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'

/** SHA-256 of a value as hex, whatever the order of its fields: the same content has the same hash. */
export const contentHash = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

/** With these a person confirms or approves what is submitted: the same submission with and without them. */
const NO_CONTENT = ['usedReference', 'usedQuote', 'usedBooking', 'replaces', 'approvedBy']

/**
 * SHA-256 of a command's submitted input, whatever the order of its fields. @param input as the command's schema
 * gives it
 */
export function submissionHash(command: CommandName, input: object): string {
  const content = Object.fromEntries(Object.entries(input).filter(([name]) => !NO_CONTENT.includes(name)))
  return contentHash({ command, input: content })
}

/** @param details what was made under the id, as far as the requester may know it */
export const submissionDiffers = (submissionId: string, details: Record<string, unknown>): StationError =>
  new StationError({
    code: 'SUBMISSION_DIFFERS',
    message: `Submission id ${submissionId} was already used for something else. Nothing was done. Use a new id.`,
    details: { submissionId, ...details },
  })
