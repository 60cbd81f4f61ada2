import { z } from 'zod'
import type { Health } from '../../../src-shared/station/app/support.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { secondPlaceLine } from '../backup-text.ts'
import type { KeychainLack } from '../../../src-shared/station/app/state.ts'
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
    const { findings, health } = await withStation(io, common, { background: false }, async (link) => {
      const health = await link.run('support.health', {})
      return { health, findings: await examine(link, health) }
    })
    if (common.json) io.out(JSON.stringify({ findings, health }))
    else for (const { check, result, detail } of findings) io.out(`${SIGNS[result]} ${check.padEnd(15)} ${detail}`)
    return findings.some(({ result }) => result === 'failed') ? EXIT.failed : EXIT.done
  },
}

async function examine(link: StationLink, health: Health): Promise<Finding[]> {
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
    disk(health),
    ...(await backups(link, health)),
    log(health),
    slowness(health),
    before.keychainAvailable
      ? { check: 'keychain', result: 'ok', detail: `the key in use is kept in: ${before.keyStorage}` }
      : {
          check: 'keychain',
          result: 'warning',
          detail: LACKS[before.keychainLack ?? 'service'],
        },
    await service(link),
  ]
  findings.push(...(await printers(link)), ...waiting(health))
  return findings
}

const LACKS: Record<KeychainLack, string> = {
  library: "its library cannot be loaded (on Windows, Microsoft's VCRUNTIME140.dll): a key is kept for one run only",
  service: 'there is none: a key is kept for one run only',
  locked: 'it is locked: unlock it, and what waits for the key goes on',
}

function disk({ disk: { freeBytes, bytesPerMonth, fullInMonths }, worries }: Health): Finding {
  const free = freeBytes === null ? 'nobody can tell what is free' : `${megabytes(freeBytes)} free`
  const pace = bytesPerMonth === null ? '' : `; the records grow by ${megabytes(bytesPerMonth)} a month`
  const end = fullInMonths === null ? '' : `: the disk is full in ${fullInMonths} months`
  return {
    check: 'disk',
    result: worries.includes('disk-low') || worries.includes('disk-soon-full') ? 'warning' : 'ok',
    detail: `${free}${pace}${end}`,
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

function log({ log: { folder, level, bytes, failure } }: Health): Finding {
  return failure === null
    ? { check: 'log', result: 'ok', detail: `${folder}, ${megabytes(bytes)}, level ${level}` }
    : { check: 'log', result: 'warning', detail: `it is not written: ${failure}` }
}

/** Of a station that was opened for this command there is little to tell. */
function slowness({ longestHoldMs, slowest }: Health): Finding {
  const statement = slowest === null ? 'no slow statement' : `slowest statement ${slowest.ms} ms: ${slowest.sql}`
  return {
    check: 'held up',
    result: 'ok',
    detail: `${longestHoldMs} ms at most today; ${statement}`,
  }
}

/** Proven copies come each quarter of an hour while a Waybill runs, and at the end of each. */
async function backups({ run }: StationLink, { worries }: Health): Promise<Finding[]> {
  const { proven, secondPlace } = await run('maintenance.state', {})
  return [
    {
      check: 'backup',
      result: worries.includes('not-proven') ? 'warning' : 'ok',
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

function waiting({ waiting: { bookings, unsureJobs } }: Health): Finding[] {
  return [
    {
      check: 'outbox',
      result: bookings === 0 ? 'ok' : 'warning',
      detail:
        bookings === 0 ? 'every booking is confirmed' : `${bookings} not confirmed by the service: waybill outbox`,
    },
    {
      check: 'print jobs',
      result: unsureJobs === 0 ? 'ok' : 'warning',
      detail:
        unsureJobs === 0 ? 'none waits for an answer' : `${unsureJobs} may or may not have come out: waybill jobs`,
    },
  ]
}
