import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { LedgerAnswer } from '../data/ledger/ledger.ts'
import type { ShellWords } from './desktop/words.ts'
import type { MessageBox } from './message-box.ts'

/** As many files as a dialog has room for. */
const MOST_FILES = 3
const detailsSchema = z.object({ putAside: z.array(z.string()).default([]) })

/**
 * Opens the station; where the ledger is missing a person is asked, as often as it takes: try again, put a file in
 * its place, begin an empty one, or leave it (null). Beginning an empty one is asked twice.
 * @throws what `open` throws besides LEDGER_MISSING
 */
export async function openOrAsk<T>(
  open: (answer: LedgerAnswer | undefined) => Promise<T>,
  box: MessageBox,
  words: ShellWords,
  first?: LedgerAnswer,
): Promise<T | null> {
  let answer = first
  for (;;) {
    try {
      return await open(answer)
    } catch (error) {
      if (!(error instanceof StationError)) throw error
      if (error.code !== 'LEDGER_MISSING' && (answer === undefined || error.code !== 'BACKUP_UNSOUND')) throw error
      const chosen = await ask(box, error, words)
      if (chosen === 'quit') return null
      answer = chosen
    }
  }
}

async function ask(
  box: MessageBox,
  error: StationError,
  words: ShellWords,
): Promise<LedgerAnswer | undefined | 'quit'> {
  const files = detailsSchema.parse(error.details).putAside.slice(-MOST_FILES)
  const choices: { label: string; answer: LedgerAnswer | undefined | 'quit' }[] = [
    { label: words.end, answer: 'quit' },
    { label: words.tryAgain, answer: undefined },
    ...files.map((name) => ({ label: words.restoreFile(name), answer: { kind: 'restore', name } as const })),
    { label: words.beginEmpty, answer: { kind: 'new' } },
  ]
  const { response } = await box.showMessageBox({
    type: 'warning',
    title: 'Waybill',
    message: words.recordsGone,
    // The file found and why it is unusable are logged once, for support.
    detail: `${words.recordsGoneText}\n\n${error.message}`,
    buttons: choices.map(({ label }) => label),
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  const answer = choices[response]?.answer
  if (answer === 'quit' || answer === undefined || answer.kind === 'restore') return answer
  return (await isSure(box, words)) ? answer : ask(box, error, words)
}

async function isSure(box: MessageBox, words: ShellWords): Promise<boolean> {
  const { response } = await box.showMessageBox({
    type: 'warning',
    title: 'Waybill',
    message: words.beginEmptyQuestion,
    detail: words.beginEmptyText,
    buttons: [words.goBack, words.beginEmpty],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
