import type { Locale } from '../../../locale/locale.svelte.ts'
import { MOST_MEGABYTES, type Refused } from './hand-in-controller.svelte.ts'

/** Why a file is not taken, and what would be right. */
export function refusalText({ why, name, megabytes }: Refused, locale: Pick<Locale, 't' | 'number'>): string {
  return locale.t(`batch.refused.${why}`, { name, size: locale.number(megabytes), most: locale.number(MOST_MEGABYTES) })
}
