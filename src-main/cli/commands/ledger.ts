import { z } from 'zod'
import type { MaintenanceState } from '../../../src-shared/station/app/maintenance.ts'
import { backupLines } from '../backup-text.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError } from '../io.ts'
import type { LedgerAnswer } from '../../data/ledger/ledger.ts'
import { withStation } from '../with-station.ts'

/** `waybill ledger`: the backups and what is in them; and a person's word when there is no ledger that could be used. */
export const ledgerCommand: CliCommand = {
  name: 'ledger',
  summary: 'the backups of the records, and what to do when the records are gone',
  usage: `waybill ledger [backups]      what each backup holds, or why it cannot be restored
waybill ledger back-up        make one now
waybill ledger plan NAME      go back to that backup at the next start; "none": not after all
waybill ledger restore NAME   the records are gone or damaged: put this file in their place
waybill ledger new            the records are gone or damaged: begin empty ones

NAME is a backup's file name, or that of a ledger that was put aside in the data folder. The last two do nothing while
sound records are there; what lies in their place is kept beside them under another name.`,

  async run(args, io) {
    const { words, common } = readArguments(args, {}, z.object({}))
    const [action = 'backups', name] = words
    const answer = answerOf(action, name)
    return withStation(io, common, { background: false, ledgerAnswer: answer }, async ({ run }) => {
      if (answer !== undefined) {
        const { notices } = await run('station.state', {})
        if (common.json) io.out(JSON.stringify(notices))
        else for (const { message } of notices) io.out(message)
        return EXIT.done
      }
      const state = await stateAfter(action, name, run)
      if (common.json) io.out(JSON.stringify(state))
      else for (const line of backupLines(state)) io.out(line)
      return EXIT.done
    })
  },
}

function answerOf(action: string, name: string | undefined): LedgerAnswer | undefined {
  if (action === 'new') return { kind: 'new' }
  if (action !== 'restore') return undefined
  return { kind: 'restore', name: mustName(action, name) }
}

function stateAfter(
  action: string,
  name: string | undefined,
  run: Parameters<Parameters<typeof withStation<MaintenanceState>>[3]>[0]['run'],
): Promise<MaintenanceState> {
  switch (action) {
    case 'backups':
      return run('maintenance.state', {})
    case 'back-up':
      return run('maintenance.backUp', {})
    case 'plan': {
      const wanted = mustName(action, name)
      return run('maintenance.planRestore', { name: wanted === 'none' ? null : wanted })
    }
    default:
      throw new UsageError(`ledger: there is no "${action}"; it is backups, back-up, plan, restore or new`)
  }
}

function mustName(action: string, name: string | undefined): string {
  if (name === undefined) throw new UsageError(`ledger ${action}: name the file`)
  return name
}
