import type { Rule, RuleKind, RuleTrial } from '../../../../src-shared/station/rules/rule.ts'
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

/** E-mail is no part of a quote, so there is nothing that a test could find. */
export const canBeTried = (kind: RuleKind): boolean => kind !== 'mail' && kind !== 'no-mail'

/** Does such a rule choose or forbid rates? Others change neither a price nor a carrier. */
export const changesPrices = (kind: RuleKind): boolean =>
  kind === 'cheapest' || kind === 'prefer' || kind === 'block' || kind === 'limit'

/** The changes that a rule of this kind would have made: of prices only where it makes any. */
export function trialText(kind: RuleKind, trial: RuleTrial, { t, money }: Pick<Locale, 't' | 'money'>): string {
  const approvals = t('carrierRules.trial.approvals', { count: trial.approvals })
  const insured = t('carrierRules.trial.insured', { count: trial.insured })
  if (kind === 'approve') return approvals
  if (kind === 'insure') return insured
  const saved = trial.saved
    .filter(({ minor }) => minor !== 0)
    .map((amount) =>
      amount.minor > 0
        ? t('carrierRules.trial.saved', { amount: money(amount) })
        : t('carrierRules.trial.cost', { amount: money({ ...amount, minor: -amount.minor }) }),
    )
  return [
    ...(saved.length > 0 ? saved : [t('carrierRules.trial.same')]),
    t('carrierRules.trial.changed', { count: trial.changed }),
    t('carrierRules.trial.later', { count: trial.later }),
    ...(trial.sooner > 0 ? [t('carrierRules.trial.sooner', { count: trial.sooner })] : []),
    ...(trial.refused > 0 ? [t('carrierRules.trial.refused', { count: trial.refused })] : []),
    ...(trial.insured > 0 ? [insured] : []),
    ...(trial.approvals > 0 ? [approvals] : []),
  ].join(', ')
}
