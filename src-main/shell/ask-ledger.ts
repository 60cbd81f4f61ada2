import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { LedgerAnswer } from '../store/ledger/ledger.ts'
import type { MessageBox } from './message-box.ts'

/** As many files as a dialog has room for. */
const MOST_FILES = 3
const detailsSchema = z.object({ putAside: z.array(z.string()).default([]) })

/**
 * Opens the station; where the ledger is missing a person is asked, as often as it takes: once more, put a file in its place,
 * begin an empty one, or leave it (null). Beginning an empty one is asked twice.
 * @throws what `open` throws besides LEDGER_MISSING
 */
export async function openOrAsk<T>(
  open: (answer: LedgerAnswer | undefined) => Promise<T>,
  box: MessageBox,
  first?: LedgerAnswer,
): Promise<T | null> {
  let answer = first
  for (;;) {
    try {
      return await open(answer)
    } catch (error) {
      if (!(error instanceof StationError)) throw error
      if (error.code !== 'LEDGER_MISSING' && (answer === undefined || error.code !== 'BACKUP_UNSOUND')) throw error
      const chosen = await ask(box, error)
      if (chosen === 'quit') return null
      answer = chosen
    }
  }
}

async function ask(box: MessageBox, error: StationError): Promise<LedgerAnswer | undefined | 'quit'> {
  const files = detailsSchema.parse(error.details).putAside.slice(-MOST_FILES)
  const choices: { label: string; answer: LedgerAnswer | undefined | 'quit' }[] = [
    { label: 'Quit', answer: 'quit' },
    { label: 'Try again', answer: undefined },
    ...files.map((name) => ({ label: `Restore ${name}`, answer: { kind: 'restore', name } as const })),
    { label: 'Begin empty records', answer: { kind: 'new' } },
  ]
  const { response } = await box.showMessageBox({
    type: 'warning',
    title: 'Waybill',
    message: 'The records of this folder are not there or cannot be used.',
    detail: error.message,
    buttons: choices.map(({ label }) => label),
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  const answer = choices[response]?.answer
  if (answer === 'quit' || answer === undefined || answer.kind === 'restore') return answer
  return (await isSure(box)) ? answer : ask(box, error)
}

async function isSure(box: MessageBox): Promise<boolean> {
  const { response } = await box.showMessageBox({
    type: 'warning',
    title: 'Waybill',
    message: 'Begin with empty records?',
    detail:
      'Bookings, labels, print jobs and addresses of before are not in them. What lies in the folder is kept under another name.',
    buttons: ['Go back', 'Begin empty records'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
