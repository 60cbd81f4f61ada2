import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import { openKeepAlive, requestBytes, type KeepAliveClient } from './keep-alive.ts'
import { elapsed, p95, sideBySide, type BenchResult, type Sizes } from './ratio.ts'
import { fill, openDesk } from './service-data.ts'
import { benchLabels, benchLocationSearch } from './service-inside.ts'
import { KEY, startBareRoute, startService } from './service-process.ts'

interface ServiceSizes {
  /** Shipments of a short and of a long history. */
  few: number
  many: number
  rounds: number
  quotes: number
  /** Questions for each page of a list. */
  pages: number
  /** Of all beginnings of a place that are searched: every how-manieth. */
  everyBeginning: number
  labels: number
}

export const SERVICE: Sizes<ServiceSizes> = {
  full: { few: 1_000, many: 100_000, rounds: 5, quotes: 1_000, pages: 200, everyBeginning: 1, labels: 30 },
  short: { few: 20, many: 40, rounds: 0, quotes: 20, pages: 4, everyBeginning: 100, labels: 1 },
}

const QUOTE_REQUEST: QuoteRequest = {
  originAddress: { address1: '2210 S Ashland Ave', city: 'Chicago', state: 'IL', postalCode: '60608', country: 'US' },
  destinationAddress: { address1: '1800 Irving Blvd', city: 'Dallas', state: 'TX', postalCode: '75212', country: 'US' },
  cargo: [{ weight: 500, length: 48, width: 40, height: 48, quantity: 1, description: 'Pumps', freightClass: '85' }],
}

/** Data folders of the embedded service, and what it makes of them; each service is a process of its own. */
export async function benchService(sizes: ServiceSizes): Promise<BenchResult[]> {
  const root = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const folder = (name: string) => join(root, name)
  const [empty, samples, few, many] = [folder('empty'), folder('samples'), folder('few'), folder('many')]
  try {
    openDesk(empty).db.close()
    for (const copy of [few, many]) cpSync(empty, copy, { recursive: true })
    fill(few, sizes.few)
    fill(many, sizes.many)
    return [
      await benchQuotes(empty, sizes),
      ...(await benchLists(few, many, sizes)),
      benchLocationSearch(empty, sizes.everyBeginning),
      ...(await benchLabels(few, sizes.labels)),
      await benchStart(empty, many, sizes),
      await benchMemory(samples),
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Quotes a second over kept-open connections against a route that answers the same bytes and does nothing else. */
async function benchQuotes(dataDir: string, { rounds, quotes }: ServiceSizes): Promise<BenchResult> {
  const CONNECTIONS = 4
  const requestTo = (baseUrl: string) =>
    requestBytes({ method: 'POST', url: `${baseUrl}/quote`, key: KEY, body: JSON.stringify(QUOTE_REQUEST) })
  /** Milliseconds a request, `count` of them. */
  const rate = (clients: readonly KeepAliveClient[], request: Buffer, count: number) => async () => {
    const each = count / clients.length
    const total = await elapsed(() =>
      Promise.all(
        clients.map(async (client) => {
          for (let sent = 0; sent < each; sent++) await client.send(request)
        }),
      ),
    )
    return total / count
  }
  const open = (url: string) => Promise.all(Array.from({ length: CONNECTIONS }, () => openKeepAlive(url)))

  const service = await startService(dataDir)
  const quoting = await open(service.baseUrl)
  const quoteRequest = requestTo(service.baseUrl)
  const answer = (await Promise.all(quoting.map((client) => client.send(quoteRequest)))).at(-1)
  const bare = await startBareRoute(String(answer))
  const answering = await open(bare.baseUrl)
  try {
    const { baseline, subject } = await sideBySide(
      rounds,
      rate(answering, requestTo(bare.baseUrl), 4 * quotes),
      rate(quoting, quoteRequest, quotes),
    )
    const ratio = baseline / subject
    return {
      name: `quotes over HTTP / bare route answering ${answer?.length} bytes`,
      figures: `${(1000 / subject).toFixed(0)} / ${(1000 / baseline).toFixed(0)} a second`,
      measured: [subject, baseline],
      ratio,
      aim: { words: '>= 0.45', met: ratio >= 0.45 },
    }
  } finally {
    for (const client of [...quoting, ...answering]) client.close()
    await Promise.all([service.close(), bare.close()])
  }
}

/** A page of a long list against a page of a short one, asked turn by turn. */
async function benchLists(few: string, many: string, sizes: ServiceSizes): Promise<BenchResult[]> {
  const [short, long] = [await startService(few), await startService(many)]
  const [toShort, toLong] = [await openKeepAlive(short.baseUrl), await openKeepAlive(long.baseUrl)]
  const compare = async (path: string): Promise<BenchResult> => {
    const asking = (client: KeepAliveClient, baseUrl: string) => ({
      client,
      request: requestBytes({ method: 'GET', url: baseUrl + path, key: KEY }),
      times: [] as number[],
    })
    const [ofShort, ofLong] = [asking(toShort, short.baseUrl), asking(toLong, long.baseUrl)]
    const lists = [ofShort, ofLong]
    for (let turn = -sizes.pages / 10; turn < sizes.pages; turn++) {
      // Now the one first and now the other: neither has always just been left alone for the longer.
      for (const { client, request, times } of turn % 2 === 0 ? lists : lists.toReversed()) {
        const time = await elapsed(() => client.send(request))
        if (turn >= 0) times.push(time)
      }
    }
    const [baseline, subject] = [p95(ofShort.times), p95(ofLong.times)]
    return {
      name: `GET ${path}, ${sizes.many} / ${sizes.few} shipments, p95`,
      figures: `${subject.toFixed(1)} / ${baseline.toFixed(1)} ms`,
      measured: [subject, baseline],
      ratio: subject / baseline,
      aim: { words: '<= 3', met: subject / baseline <= 3 },
    }
  }
  try {
    return [await compare('/shipments?limit=100'), await compare('/tracking/events?limit=100')]
  } finally {
    for (const client of [toShort, toLong]) client.close()
    await Promise.all([short.close(), long.close()])
  }
}

/** A service that starts on all its shipments against one that has none yet; both have started before. */
async function benchStart(empty: string, many: string, sizes: ServiceSizes): Promise<BenchResult> {
  const start = (dataDir: string) => async () => {
    const service = await startService(dataDir)
    await service.close()
    return service.startMs
  }
  const { baseline, subject } = await sideBySide(sizes.rounds, start(empty), start(many))
  return {
    name: `start of the service, ${sizes.many} / no shipments`,
    figures: `${subject.toFixed(0)} / ${baseline.toFixed(0)} ms`,
    measured: [subject, baseline],
    ratio: subject / baseline,
    aim: { words: '<= 1.5', met: subject / baseline <= 1.5 },
  }
}

const MEMORY_AIM_MB = 120

async function benchMemory(dataDir: string): Promise<BenchResult> {
  const service = await startService(dataDir, ['--samples'])
  try {
    const bytes = await service.residentBytes()
    return {
      name: 'resident memory of the service, started with samples',
      figures: `${(bytes / 1e6).toFixed(0)} MB`,
      measured: [bytes],
      ratio: null,
      aim: { words: `<= ${MEMORY_AIM_MB} MB`, met: bytes / 1e6 <= MEMORY_AIM_MB },
    }
  } finally {
    await service.close()
  }
}
