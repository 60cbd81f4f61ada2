import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import { mayHaveComeOut } from '../../../src-shared/machine/print-job.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { secondPlaceLine } from '../backup-text.ts'
import { checkTable } from '../check-text.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import type { StationLink } from '../io.ts'
import { withStation } from '../with-station.ts'

/** One thing looked at. `warning`: it works, but a person should know. */
interface Finding {
  check: string
  result: 'ok' | 'warning' | 'failed'
  detail: string
}

const OPTIONS = {
  service: { type: 'boolean', default: false },
  url: { type: 'string' },
  book: { type: 'boolean', default: false },
} as const
const flagsSchema = z
  .object({ service: z.boolean(), url: z.url('is no URL').optional(), book: z.boolean() })
  .refine(({ service, url, book }) => service || (url === undefined && !book), {
    error: 'only with --service',
    path: ['book or --url'],
  })

const LEAST_FREE_BYTES = 500 * 1024 * 1024
const SIGNS = { ok: '✓', warning: '!', failed: '✗' } as const

/** `waybill doctor`: looks at everything a working station needs, and changes nothing. */
export const doctorCommand: CliCommand = {
  name: 'doctor',
  summary: 'look at everything a working station needs',
  usage: `waybill doctor [--service [--url URL] [--book]] [--json]

Looks at the data folder, the databases, the disk, the keychain, the freight service, the printers and what waits.

--service tries every endpoint of the freight service instead: what works, what is written otherwise, what is missing.
--url tries another service; its key is taken from WAYBILL_API_KEY.
--book also books the cheapest offer of one pallet, and cancels it: it may cost money.
Exit code 1 when something does not work, or when it is not known whether the booking was made.`,
  async run(args, io) {
    const { common, flags } = readArguments(args, OPTIONS, flagsSchema)
    if (flags.service) {
      const where = { ...common, baseUrl: flags.url ?? common.baseUrl }
      const check = await withStation(io, where, { background: false }, ({ run }) =>
        run('environment.check', { book: flags.book }),
      )
      for (const line of common.json ? [JSON.stringify(check)] : checkTable(check)) io.out(line)
      return check.endpoints.some(({ result }) => result === 'failed' || result === 'uncertain')
        ? EXIT.failed
        : EXIT.done
    }
    const findings = await withStation(io, common, { background: false }, examine)
    if (common.json) io.out(JSON.stringify(findings))
    else for (const { check, result, detail } of findings) io.out(`${SIGNS[result]} ${check.padEnd(15)} ${detail}`)
    return findings.some(({ result }) => result === 'failed') ? EXIT.failed : EXIT.done
  },
}

async function examine(link: StationLink): Promise<Finding[]> {
  const { run, kind, dataDir } = link
  const before = await run('station.state', {})
  const findings: Finding[] = [
    { check: 'Waybill', result: 'ok', detail: `${before.version} on Node.js ${process.versions.node}` },
    {
      check: 'data folder',
      result: 'ok',
      detail: `${dataDir} (${kind === 'running' ? 'open in a Waybill that runs' : 'not open elsewhere'})`,
    },
    before.notices.length === 0
      ? { check: 'databases', result: 'ok', detail: 'read and sound' }
      : { check: 'databases', result: 'warning', detail: before.notices.map(({ message }) => message).join(' ') },
    await disk(dataDir),
    ...(await backups(link)),
    before.keychainAvailable
      ? { check: 'keychain', result: 'ok', detail: `the key in use is kept in: ${before.keyStorage}` }
      : { check: 'keychain', result: 'warning', detail: 'there is none: a key is kept for one run only' },
    await service(link),
  ]
  findings.push(...(await printers(link)), ...(await waiting(link)))
  return findings
}

async function disk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  return {
    check: 'disk',
    result: free < LEAST_FREE_BYTES ? 'warning' : 'ok',
    detail: `${Math.round(free / 1024 / 1024)} MB free`,
  }
}

/** Proven copies come each quarter of an hour while a Waybill runs, and at the end of each. */
async function backups({ run }: StationLink): Promise<Finding[]> {
  const { proven, secondPlace } = await run('maintenance.state', {})
  return [
    {
      check: 'backup',
      result: proven === null ? 'warning' : 'ok',
      detail: proven === null ? 'none was proven yet' : `${proven.name} is proven and complete until ${proven.at}`,
    },
    secondPlace === null
      ? { check: 'second place', result: 'warning', detail: 'none: a disk that dies takes its backups along' }
      : {
          check: 'second place',
          result: secondPlace.failure === null ? 'ok' : 'warning',
          detail: secondPlaceLine(secondPlace),
        },
  ]
}

async function service({ run }: StationLink): Promise<Finding> {
  const check = 'freight service'
  try {
    const { environment } = await run('environment.test', {})
    return { check, result: 'ok', detail: `${environment.kind} ${environment.baseUrl ?? ''} answers and takes the key` }
  } catch (error) {
    if (!(error instanceof StationError)) throw error
    return { check, result: 'failed', detail: error.message }
  }
}

async function printers({ run }: StationLink): Promise<Finding[]> {
  const all = await run('printers.list', {})
  return all.map(({ name, language, dpi, connection }) => ({
    check: 'printer',
    result: 'ok',
    detail: `${name}: ${language}, ${dpi} dpi, ${connection.kind}`,
  }))
}

async function waiting({ run }: StationLink): Promise<Finding[]> {
  const { notSent } = await run('station.state', {})
  const jobs = await run('jobs.list', { limit: 500 })
  const unknown = jobs.filter(mayHaveComeOut).length
  return [
    {
      check: 'outbox',
      result: notSent === 0 ? 'ok' : 'warning',
      detail: notSent === 0 ? 'every booking is confirmed' : `${notSent} not confirmed by the service: waybill outbox`,
    },
    {
      check: 'print jobs',
      result: unknown === 0 ? 'ok' : 'warning',
      detail: unknown === 0 ? 'none waits for an answer' : `${unknown} may or may not have come out: waybill jobs`,
    },
  ]
}
