import type { Errand } from '../../../../src-shared/site/errand.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

type Told = Errand['stations'][number]

/** How one station stands with an errand, in a sentence. */
export function standingText({ stationName, answer }: Told, locale: Locale): string {
  const station = stationName
  if (answer === null) return locale.t('errand.standing.none', { station })
  const { standing, code } = answer
  const said = locale.t(`errand.standing.${standing}`, { station })
  return code === null ? said : `${said}: ${whyNot(code, locale)}`
}

/** Why nothing was printed: an outcome of a scan, an error, or a question that a person at the station answers. */
function whyNot(code: string, locale: Locale): string {
  for (const prefix of ['errand.code', 'error']) {
    const said = locale.word(prefix, code)
    if (said !== code) return said
  }
  return locale.t('errand.code.asks')
}

/** May it be taken back with any effect? */
export const isOpen = (errand: Errand): boolean =>
  errand.withdrawnAt === null && errand.stations.some(({ answer }) => answer === null || answer.standing === 'waiting')
