import { createHash } from 'node:crypto'
import { canonical } from '../../src-shared/canonical.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { SubmissionStore } from '../store/ledger/connections/submissions.ts'

export interface ReplayPorts {
  submissions: SubmissionStore
  /** What was made under this submission's id, as a screen sees it; null: nothing. */
  madeOf: (submissionId: string) => Promise<unknown>
}

/**
 * One content a submission id: the same content again is the same booking, another one is refused, and of what was refused
 * before anything was made the content may be put right under the same id. The hash is written before the command is given,
 * so that a crash in between leaves nothing unproved.
 */
export function createReplayGuard({ submissions, madeOf }: ReplayPorts) {
  const inTurn = createKeyedMutex()

  /** @throws StationError SUBMISSION_DIFFERS (details.submissionId, .first: what was made, .now: what is handed in) */
  async function noteFirst(submissionId: string, command: string, input: unknown): Promise<void> {
    const hash = createHash('sha256').update(canonical({ command, input })).digest('hex')
    const before = await submissions.hashOf(submissionId)
    if (before === hash) return
    const made = await madeOf(submissionId)
    if (made !== null) {
      throw new StationError({
        code: 'SUBMISSION_DIFFERS',
        message: `Under the submission id ${submissionId} something else was handed in before: nothing was done. Take a new id for another submission.`,
        details: { submissionId, first: made, now: input },
      })
    }
    await submissions.note(submissionId, hash)
  }

  return async <T>(command: string, input: unknown, give: () => Promise<T>): Promise<T> => {
    const submissionId = submissionIdOf(input)
    if (submissionId === null) return give()
    return inTurn(submissionId, async () => {
      await noteFirst(submissionId, command, input)
      return give()
    })
  }
}

/** As long as every schema that has one takes it; what is longer is refused by the schema. */
const MOST_SUBMISSION_ID = 64

function submissionIdOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('submissionId' in input)) return null
  const { submissionId } = input
  return typeof submissionId === 'string' && submissionId.length <= MOST_SUBMISSION_ID ? submissionId : null
}
