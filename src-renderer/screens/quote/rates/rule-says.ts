import type { RuleDecision } from '../../../../src-shared/station/rules/decide.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** The rules' decision on a rate: the one that they take, or another that a person chose. */
export function ruleSays(decision: RuleDecision, rateId: string | null, locale: Locale): string[] {
  const { choice, by, later, insure, insuredBy, why } = decision
  const named = (ruleId: string | null) => why.rules.find((rule) => rule.ruleId === ruleId)?.name ?? ''
  const taken = why.offers.find((offer) => offer.rateId === rateId)
  const chosen = why.offers.find((offer) => offer.rateId === choice)
  const lines: string[] = []
  if (by && chosen) {
    const who = [by.name, by.madeBy, locale.moment(by.madeAt)].filter(Boolean).join(', ')
    lines.push(
      locale.t('carrierRules.chose', { carrier: chosen.carrierName, amount: locale.money(by.extra), rule: who }),
    )
    if (later !== null && later > 0) lines.push(locale.t('carrierRules.isLater', { days: later }))
    if (later !== null && later < 0) lines.push(locale.t('carrierRules.isSooner', { days: -later }))
  } else if (choice === null && why.offers.length > 0) lines.push(locale.t('carrierRules.noneLeft'))
  if (taken && taken.forbiddenBy !== null) {
    lines.push(locale.t('carrierRules.forbidsThis', { carrier: taken.carrierName, rule: named(taken.forbiddenBy) }))
  }
  if (taken && taken.approvalBy !== null) {
    lines.push(locale.t('carrierRules.approvalThis', { rule: named(taken.approvalBy) }))
  }
  if (insure) {
    lines.push(locale.t('carrierRules.mustInsure', { amount: locale.money(insure.amount), rule: named(insure.ruleId) }))
  }
  if (insuredBy !== null) lines.push(locale.t('carrierRules.isInsured', { rule: named(insuredBy) }))
  return lines.length > 0 ? lines : [locale.t('carrierRules.nothing')]
}
