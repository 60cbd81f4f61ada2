import type { Rule } from '../../../../src-shared/station/rules/rule.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** The effect of a rule and its loads, as one sentence. */
export function ruleText({ does, when }: Pick<Rule, 'does' | 'when'>, locale: Locale): string {
  const parts = [
    doesText(does, locale),
    when.consignee && locale.t('carrierRules.says.consignee', { consignee: when.consignee }),
    when.from && locale.t('carrierRules.says.from', { place: when.from }),
    when.to && locale.t('carrierRules.says.to', { place: when.to }),
    when.fromLb !== null && locale.t('carrierRules.says.fromLb', { weight: locale.number(when.fromLb) }),
    when.toLb !== null && locale.t('carrierRules.says.toLb', { weight: locale.number(when.toLb) }),
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
}

function doesText(does: Rule['does'], locale: Locale): string {
  switch (does.kind) {
    case 'cheapest':
      return locale.t('carrierRules.does.cheapest', { days: does.days })
    case 'prefer':
      return does.upTo === null
        ? locale.t('carrierRules.does.preferAlways', { carrier: does.carrier })
        : locale.t('carrierRules.does.prefer', { carrier: does.carrier, amount: locale.money(does.upTo) })
    case 'block':
      return locale.t('carrierRules.does.block', { carrier: does.carrier })
    case 'limit':
      return locale.t('carrierRules.does.limit', { amount: locale.money(does.most) })
    case 'insure':
      return locale.t('carrierRules.does.insure', { amount: locale.money(does.above) })
    case 'approve':
      return locale.t('carrierRules.does.approve', { amount: locale.money(does.above) })
    case 'mail':
    case 'no-mail':
      return locale.t(`carrierRules.kind.${does.kind}`)
  }
}
