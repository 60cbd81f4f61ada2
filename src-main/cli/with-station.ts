import type { CommonFlags } from './command.ts'
import type { CliIo, StationLink } from './io.ts'
import { linkStation } from './station-link.ts'

/** Runs the work in a station and ends what was opened for it, also when it fails. */
export async function withStation<T>(
  io: CliIo,
  { data, baseUrl }: CommonFlags,
  { background }: { background: boolean },
  work: (link: StationLink) => Promise<T>,
): Promise<T> {
  const link = await linkStation({ dataDir: data, baseUrl, env: io.env, background })
  try {
    return await work(link)
  } finally {
    await link.close()
  }
}
