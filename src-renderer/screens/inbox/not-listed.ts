import type { StationState } from '../../../src-shared/station/app/state.ts'
import type { Locale } from '../../locale/locale.svelte.ts'

/**
 * What keeps an empty inbox from meaning that all is well: an outage since when nothing new is heard, and bookings that
 * have not left. Empty: nothing does.
 */
export function notListed(
  { connection, site, notSent }: Pick<StationState, 'connection' | 'site' | 'notSent'>,
  locale: Pick<Locale, 't' | 'time'>,
): string[] {
  const since = site !== undefined && 'since' in site.reach ? site.reach.since : null
  const offline = since ?? (connection.kind === 'offline' ? connection.since : null)
  return [
    ...(offline === null ? [] : [locale.t('connection.offlineSince', { since: locale.time(offline) })]),
    ...(notSent > 0 ? [locale.t('frame.notSent', { count: notSent })] : []),
  ]
}
