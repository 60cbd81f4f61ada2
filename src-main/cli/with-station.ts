import type { LedgerAnswer } from '../store/ledger/ledger.ts'
import type { CommonFlags } from './command.ts'
import type { CliIo, StationLink } from './io.ts'
import { linkStation } from './station-link.ts'

/** Runs the work in a station and ends what was opened for it, also when it fails. */
export async function withStation<T>(
  io: CliIo,
  { data, baseUrl }: CommonFlags,
  { background, ledgerAnswer }: { background: boolean; ledgerAnswer?: LedgerAnswer | undefined },
  work: (link: StationLink) => Promise<T>,
): Promise<T> {
  const link = await linkStation({ dataDir: data, baseUrl, env: io.env, clock: io.clock, background, ledgerAnswer })
  try {
    return await work(link)
  } finally {
    await link.close()
  }
}
