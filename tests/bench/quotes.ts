import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandOf } from '../../src-main/app/run-command.ts'
import { openStation } from '../../src-main/app/station.ts'
import { palletsToChicago } from '../support/freight.ts'
import { openKeepAlive, requestBytes } from './keep-alive.ts'
import { elapsed, sideBySide, type BenchResult, type Sizes } from './ratio.ts'
import { KEY, startService } from './service-process.ts'

const AIM = 0.45

interface QuoteSizes {
  quotes: number
  rounds: number
}

export const QUOTES: Sizes<QuoteSizes> = { full: { quotes: 100, rounds: 3 }, short: { quotes: 5, rounds: 0 } }

/** Quotes of a station, parsed, held against the rules and kept, against bare posts of the same body, one after the other. */
export async function benchQuotes({ quotes: count, rounds }: QuoteSizes): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const serviceDir = join(dataDir, 'service')
  mkdirSync(serviceDir)
  const service = await startService(serviceDir)
  const station = await openStation({
    dataDir: join(dataDir, 'station'),
    baseUrl: service.baseUrl,
    apiKey: KEY,
    background: false,
    openKeychain: async () => ({ available: false, get: async () => null, set: async () => undefined }),
  })
  const run = runCommandOf(station)
  const asked = palletsToChicago()
  const again = async (work: () => Promise<unknown>) => {
    for (let at = 0; at < count; at++) await work()
  }
  const bare = async () => {
    const client = await openKeepAlive(service.baseUrl)
    const post = requestBytes({
      ...{ method: 'POST', url: `${service.baseUrl}/quote`, key: KEY },
      body: JSON.stringify(asked),
    })
    const time = await elapsed(() => again(() => client.send(post)))
    client.close()
    return time
  }
  try {
    const { baseline, subject } = await sideBySide(rounds, bare, () =>
      elapsed(() => again(() => run('quotes.request', asked))),
    )
    const ratio = baseline / subject
    return [
      {
        name: `${count} quotes, one after the other: station / bare posts`,
        figures: `${(count / (subject / 1000)).toFixed(0)} / ${(count / (baseline / 1000)).toFixed(0)} quotes a second`,
        measured: [subject, baseline],
        ratio,
        aim: { words: `>= ${AIM}`, met: ratio >= AIM },
      },
    ]
  } finally {
    await station.close()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
