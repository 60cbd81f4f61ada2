import { expect, test } from 'vitest'
import type { RuleTrial } from '../../../../src-shared/station/rules/rule.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { trialText } from '../../../../src-renderer/screens/settings/carrier-rules/rule-words.ts'

const trial: RuleTrial = {
  ...{ quotes: 9, booked: 4, changed: 2, later: 1, sooner: 0, refused: 0, insured: 3, approvals: 5 },
  ...{ saved: [{ minor: 1_050, currency: 'USD' }], isComplete: true },
}

test('a test of a rule has what such a rule changes: prices only where it chooses or forbids rates', () => {
  const said = (kind: Parameters<typeof trialText>[0]) => trialText(kind, trial, new Locale())
  expect(said('approve')).toBe('5 needing approval')
  expect(said('insure')).toBe('3 more with insurance')
  expect(said('block')).toBe(
    'Would have saved $10.50, 2 with a different rate, 1 slower, 3 more with insurance, 5 needing approval',
  )
})
