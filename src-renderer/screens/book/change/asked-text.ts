import { mayBeDropped, type ChangeStatus } from '../../../../src-shared/machine/change.ts'
import type { Connection } from '../../../../src-shared/station/app/state.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/**
 * What a message says of a change that was just asked for: the station saves it first, and while the service is away it
 * stays here.
 * @param asked where it is on its way
 */
export function askedText(
  locale: Locale,
  change: Pick<ChangeStatus, 'state'>,
  connection: Connection | undefined,
  asked: string,
): string {
  const isAway = connection?.kind === 'offline' || connection?.kind === 'refused'
  return isAway && mayBeDropped(change) ? `${locale.t('change.QUEUED')} · ${locale.t('change.next.queued')}` : asked
}
