import type { CommandName } from '../../src-shared/station/commands.ts'
import type { CommandResult } from '../../src-shared/station/error.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { SubmissionStore } from './submissions.rows.ts'
import { submissionDiffers, submissionHash } from '../kernel/content-hash.ts'

export interface ReplayPorts {
  submissions: SubmissionStore
  /** The booking made under this submission's id, as a screen sees it; null: none. */
  madeOf: (submissionId: string) => Promise<unknown>
  /**
   * An input with a submission id as its command's schema takes it; null: the command has none, or the schema refuses the input.
   * @throws StationError INVALID_INPUT: the input is larger or deeper than any command takes
   */
  submittedBy: (command: CommandName, input: unknown) => { submissionId: string } | null
}

/** One command as it is submitted. */
export interface Submission {
  command: CommandName
  input: unknown
  /** May the caller read bookings? Others learn no more of the first submission than its hash. */
  mayRead: () => boolean
}

/**
 * One content a submission id: the same content again is the same booking, another one is refused, and content
 * refused before anything was made may be fixed under the same id. The hash is written before the command is given,
 * so that a crash in between leaves nothing unproved, and deleted when nothing was made.
 */
export function createReplayGuard({ submissions, madeOf, submittedBy }: ReplayPorts) {
  const inTurn = createKeyedMutex()

  /** @throws StationError SUBMISSION_DIFFERS (details.submissionId, .first or .firstHash, .now: the new content) */
  async function noteFirst(submissionId: string, hash: string, { input, mayRead }: Submission): Promise<void> {
    const before = await submissions.hashOf(submissionId)
    if (before === hash) return
    const made = await madeOf(submissionId)
    if (made !== null) {
      throw submissionDiffers(submissionId, { ...(mayRead() ? { first: made } : { firstHash: before }), now: input })
    }
    await submissions.note(submissionId, hash)
  }

  return async (
    submission: Submission,
    give: () => Promise<CommandResult<unknown>>,
  ): Promise<CommandResult<unknown>> => {
    const { command, input } = submission
    const submitted = submittedBy(command, input)
    if (submitted === null) return give()
    const { submissionId } = submitted
    return inTurn(submissionId, async () => {
      await noteFirst(submissionId, submissionHash(command, submitted), submission)
      const result = await give()
      if (!result.ok && (await madeOf(submissionId)) === null) await submissions.drop(submissionId)
      return result
    })
  }
}
