import { z } from 'zod'
import type { Removal } from '../../../src-shared/station/app/keep.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError } from '../io.ts'
import { table } from '../table.ts'
import { withStation } from '../with-station.ts'

/** `waybill keep`: how long what goes by age is kept, and what is past that. */
export const keepCommand: CliCommand = {
  name: 'keep',
  summary: 'how long things are kept; let go of what is older',
  usage: `waybill keep         for how many days what is kept, and what would go now
waybill keep remove  let go of that now; by itself it goes at night

The days are set under Settings, Data and backups. Bookings, money, manifests and the audit log are kept for ever.`,

  async run(args, io) {
    const { words, common } = readArguments(args, {}, z.object({}))
    const [action] = words
    if (action !== undefined && action !== 'remove') throw new UsageError(`keep: there is no "${action}"; it is remove`)
    const isRemoving = action === 'remove'
    const told = await withStation(io, common, { background: false }, ({ run }) =>
      isRemoving ? run('maintenance.letGo', {}) : run('maintenance.lookAtAge', {}),
    )
    if (common.json) io.out(JSON.stringify(told))
    else for (const line of linesOf(told, isRemoving ? 'went' : 'would go')) io.out(line)
    return EXIT.done
  },
}

const linesOf = ({ rules, removed, lastRoundAt }: Removal, word: string): string[] => [
  ...table(
    ['what', 'days', word, 'bytes'],
    removed.map(({ kind, count, bytes }) => [kind, String(rules[kind]), String(count), String(bytes)]),
  ),
  `Last round: ${lastRoundAt ?? 'none yet'}`,
]
