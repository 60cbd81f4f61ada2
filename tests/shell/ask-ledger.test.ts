import { expect, test } from 'vitest'
import { StationError } from '../../src-shared/station/error.ts'
import { openOrAsk } from '../../src-main/shell/ask-ledger.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'
import type { LedgerAnswer } from '../../src-main/data/ledger/ledger.ts'

const missing = () =>
  new StationError({
    code: 'LEDGER_MISSING',
    message: 'This folder held a ledger with 4 bookings.',
    details: { putAside: ['ledger.db.replaced-2026-11-21T18-00-00-000Z'] },
  })

/** A person who presses these buttons, and a station that opens at one of the answers. */
function asked(
  presses: string[],
  opensAt: (answer: LedgerAnswer | undefined, nth: number) => boolean,
  words = shellWords('en'),
) {
  const answers: (LedgerAnswer | undefined)[] = []
  const shown: string[] = []
  const result = openOrAsk(
    async (answer) => {
      answers.push(answer)
      if (opensAt(answer, answers.length)) return 'open'
      throw missing()
    },
    {
      showMessageBox: async ({ message, buttons, detail }) => {
        shown.push(`${message}\n${detail}`)
        return { response: buttons.indexOf(presses.shift() ?? words.end) }
      },
    },
    words,
  )
  return { result, answers, shown }
}

test('a window says what was there, and begins empty records only after a second yes', async () => {
  const { result, answers, shown } = asked(
    ['Start with empty records', 'Go back', 'Start with empty records', 'Start with empty records'],
    (answer) => answer?.kind === 'new',
  )
  expect(await result).toBe('open')
  expect(answers).toEqual([undefined, { kind: 'new' }])
  expect(shown[0]).toContain('4 bookings')
})

test('it asks in the language of the system', async () => {
  const { result, shown } = asked(
    ['Empezar con registros vacíos', 'Empezar con registros vacíos'],
    (answer) => answer?.kind === 'new',
    shellWords('es'),
  )
  expect(await result).toBe('open')
  expect(shown[0]).toMatch(/^Los registros de esta carpeta/)
  expect(shown[1]).toMatch(/^¿Empezar con registros vacíos\?/)
})

test('a window offers the files that were put aside, and another try', async () => {
  const { result, answers } = asked(
    ['Try again', 'Restore ledger.db.replaced-2026-11-21T18-00-00-000Z'],
    (answer) => answer?.kind === 'restore',
  )
  expect(await result).toBe('open')
  expect(answers).toEqual([
    undefined,
    undefined,
    { kind: 'restore', name: 'ledger.db.replaced-2026-11-21T18-00-00-000Z' },
  ])
})

test('a window that is closed without a choice leaves everything as it is', async () => {
  const { result, answers } = asked([], () => false)
  expect(await result).toBeNull()
  expect(answers).toEqual([undefined])
})

test('what is no missing ledger is not asked about', async () => {
  const inUse = new StationError({ code: 'DATA_IN_USE', message: 'in use' })
  const box = { showMessageBox: () => Promise.reject(new Error('asked')) }
  const opening = openOrAsk(() => Promise.reject(inUse), box, shellWords('en'))
  await expect(opening).rejects.toBe(inUse)
})
