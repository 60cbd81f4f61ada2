import type { Errand } from '../../../../src-shared/site/errand.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

type Told = Errand['stations'][number]

/** How one station stands with an errand, in a sentence. */
export function standingText({ body }: Pick<Errand, 'body'>, { stationName, answer }: Told, locale: Locale): string {
  const station = stationName
  if (answer === null) return locale.t('errand.standing.none', { station })
  const { standing, person, code } = answer
  if (standing === 'waiting' && body.kind === 'message') return locale.t('errand.standing.waitingMessage', { station })
  if (standing === 'read' && person !== null) return locale.t('errand.standing.readBy', { station, person })
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

/** Stations that have not told the end of it. */
export const openOf = ({ stations }: Errand): Told[] =>
  stations.filter(({ answer }) => answer === null || answer.standing === 'waiting' || answer.standing === 'printing')

/** May it be taken back with any effect? */
export const isOpen = (errand: Errand): boolean =>
  errand.withdrawnAt === null && errand.stations.some(({ answer }) => answer === null || answer.standing === 'waiting')
