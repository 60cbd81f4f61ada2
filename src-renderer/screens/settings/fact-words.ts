import { apartText, type ServiceFact } from '../../../src-shared/station/app/service-profile.ts'
import type { Locale } from '../../locale/locale.svelte.ts'

/** One learned fact as a sentence. A value of another version is shown as it is. */
export function factWords({ t }: Pick<Locale, 't'>, { fact, value }: ServiceFact): string {
  switch (fact) {
    case 'created-filter':
      if (value === 'day') return t('profile.createdDay')
      return value === 'time' ? t('profile.createdTime') : t('profile.createdNone')
    case 'track-many':
      return value === 'works' ? t('profile.manyWorks') : t('profile.manyRefused')
    case 'envelope':
      if (value === 'full') return t('profile.envelopeFull')
      return value === 'bare' ? t('profile.envelopeBare') : t('profile.envelopeWithoutMeta')
    case 'dates':
      return value === 'iso' ? t('profile.datesIso') : t('profile.datesOther', { form: value })
    case 'paging':
      return value === 'told' ? t('profile.pagingTold') : t('profile.pagingUntold')
    case 'numbers':
      return value === 'text' ? t('profile.numbersText') : t('profile.numbersPlain')
    case 'label-formats':
      return t('profile.labels', { formats: value })
    case 'signature-header':
      return t('profile.signature', { header: value })
    case 'clock':
      return clockWords({ t }, value)
    case 'limit-locations':
      return t('profile.limitLocations', { count: value })
    case 'limit-quotes-and-tracking':
      return t('profile.limitQuotes', { count: value })
    case 'limit-documents':
      return t('profile.limitDocuments', { count: value })
    case 'limit-general':
      return t('profile.limitGeneral', { count: value })
  }
}

/** The meaning of a clock difference, and the remedy. */
export function clockWords({ t }: Pick<Locale, 't'>, value: string): string {
  const minutes = Number(value)
  if (Number.isNaN(minutes)) return t('profile.clockRight')
  return t(minutes > 0 ? 'profile.clockAhead' : 'profile.clockBehind', { time: apartText(minutes) })
}
