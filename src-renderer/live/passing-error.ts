import type { StationState } from '../../src-shared/station/app/state.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'

/** Errors of the line to the service: over once it is online again. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'SERVICE_UNREACHABLE',
  'SERVICE_TIMEOUT',
  'CONNECTION_LOST',
  'AUTHENTICATION_ERROR',
  'NO_API_KEY',
])
/** Errors of the signed-in person: over once another person, or no one, is signed in. */
const OF_PERSON: ReadonlySet<string> = new Set(['ROLE_NEEDED', 'SIGN_IN_NEEDED'])

type Now = Pick<StationState, 'connection' | 'signIn'>

/** How things were when an error was first shown. */
interface Moment {
  /** Since when the service was online then; null: it was not. */
  onlineSince: string | null
  personId: string | null
}

const firstShown = new WeakMap<StationErrorData, Moment>()

const momentOf = ({ connection, signIn }: Now): Moment => ({
  onlineSince: connection.kind === 'online' ? connection.since : null,
  personId: signIn?.person?.personId ?? null,
})

/** Does this error end with the outage, or with the person's turn at the screen? */
export const isPassing = ({ code }: Pick<StationErrorData, 'code'>): boolean =>
  OF_CONNECTION.has(code) || OF_PERSON.has(code)

/**
 * Is what caused this error over? Compared with when it was asked first, which is when it was shown.
 * @param state null until the station has reported its state
 */
export function isErrorOver(error: StationErrorData, state: Now | null): boolean {
  if (state === null || !isPassing(error)) return false
  const now = momentOf(state)
  const then = firstShown.get(error)
  if (then === undefined) {
    firstShown.set(error, now)
    return false
  }
  if (OF_PERSON.has(error.code)) return then.personId !== now.personId
  return now.onlineSince !== null && now.onlineSince !== then.onlineSince
}
