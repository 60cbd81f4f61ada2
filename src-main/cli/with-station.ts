import type { LedgerAnswer } from '../data/ledger/ledger.ts'
import type { CommonFlags } from './command.ts'
import type { CliIo, StationLink } from './io.ts'
import { linkStation } from './station-link.ts'

/** Runs the work in a station and ends what was opened for it, also when it fails. */
export async function withStation<T>(
  io: CliIo,
  { data, baseUrl, logLevel }: CommonFlags,
  { background, ledgerAnswer }: { background: boolean; ledgerAnswer?: LedgerAnswer | undefined },
  work: (link: StationLink) => Promise<T>,
): Promise<T> {
  const { env, clock, launcher } = io
  const link = await linkStation({ dataDir: data, baseUrl, logLevel, env, clock, background, ledgerAnswer, launcher })
  try {
    return await work(link)
  } finally {
    await link.close()
  }
}
