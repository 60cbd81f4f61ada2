import { z } from 'zod'
import { apartText, minutesApart } from '../../../src-shared/station/app/service-profile.ts'
import type { CheckResult, ServiceCheck } from '../../../src-shared/station/app/service-check.ts'
import type { KeychainLack } from '../../../src-shared/station/app/state.ts'
import type { Health } from '../../../src-shared/station/app/support.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { cliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import type { StationLink } from '../io.ts'
import { secondPlaceLine, SIGNS, table } from '../text.ts'

/** One thing looked at. `warning`: it works, but a person should know. */
interface Finding {
  check: string
  result: keyof typeof SIGNS
  detail: string
}

const options = z
  .object({
    service: z.boolean().default(false),
    url: z.url('is not a URL').optional(),
    book: z.boolean().default(false),
  })
  .refine(({ service, url, book }) => service || (url === undefined && !book), {
    error: 'only with --service',
    path: ['book or --url'],
  })

/** `waybill doctor`: looks at everything a working station needs, and changes nothing. */
export const doctorCommand = cliCommand({
  name: 'doctor',
  usage: `waybill doctor [--service [--url URL] [--book]] [--json]

Checks the data folder, databases, disk, keychain, freight service, printers, and waiting work.

--service tests every endpoint of the freight service instead: what works, what differs, what is missing.
--url tests another service; its key comes from WAYBILL_API_KEY.
--book also books the cheapest rate for one pallet and cancels it; this may cost money.
Exit code 1 if something does not work, or if it is unknown whether the booking was made.`,
  options,
  run({ flags, inStation }) {
    return inStation(
      async (link) => {
        if (flags.service) {
          const check = await link.run('environment.check', { book: flags.book })
          const isBad = check.endpoints.some(({ result }) => result === 'failed' || result === 'uncertain')
          return { value: check, lines: checkTable(check), exit: isBad ? EXIT.failed : EXIT.done }
        }
        const health = await link.run('support.health', {})
        const findings = await examine(link, health)
        return {
          value: { findings, health },
          lines: findings.map(({ check, result, detail }) => `${SIGNS[result]} ${check.padEnd(15)} ${detail}`),
          exit: findings.some(({ result }) => result === 'failed') ? EXIT.failed : EXIT.done,
        }
      },
      { baseUrl: flags.url },
    )
  },
})

const found = (check: string, isWell: boolean, detail: string): Finding => ({
  check,
  result: isWell ? 'ok' : 'warning',
  detail,
})

async function examine(link: StationLink, health: Health): Promise<Finding[]> {
  const { run, kind, dataDir } = link
  const { version, notices, keychainAvailable, keyStorage, keychainLack } = await run('station.state', {})
  const { proven, secondPlace } = await run('maintenance.state', {})
  const { log, longestHoldMs, slowest, waiting, worries } = health
  const lack = LACKS[keychainLack ?? 'service']
  return [
    found('Waybill', true, `${version} on Node.js ${process.versions.node}`),
    found(
      'data folder',
      true,
      `${dataDir} (${kind === 'running' ? 'open in a running Waybill' : 'not open elsewhere'})`,
    ),
    found('databases', notices.length === 0, notices.map(({ message }) => message).join(' ') || 'checked, no damage'),
    disk(health),
    // Proven copies come each quarter of an hour while a Waybill runs, and at the end of each.
    found(
      'backup',
      !worries.includes('not-proven'),
      proven === null ? 'none verified yet' : `${proven.name} is verified and complete until ${proven.at}`,
    ),
    secondPlace === null
      ? found('second place', false, 'none: if the disk fails, its backups are lost too')
      : found('second place', secondPlace.failure === null, secondPlaceLine(secondPlace)),
    log.failure === null
      ? found('log', true, `${log.folder}, ${megabytes(log.bytes)}, level ${log.level}`)
      : found('log', false, `cannot be written: ${log.failure}`),
    // A station that was opened for this command has little to report.
    found(
      'held up',
      true,
      `${longestHoldMs} ms at most today; ${slowest === null ? 'no slow statement' : `slowest statement ${slowest.ms} ms: ${slowest.sql}`}`,
    ),
    found('keychain', keychainAvailable, keychainAvailable ? `the key in use is stored in: ${keyStorage}` : lack),
    await service(link),
    ...(await Promise.all((await run('printers.list', {})).map((one) => printer(link, one)))),
    waiting.bookings === 0
      ? found('outbox', true, 'all bookings are confirmed')
      : found('outbox', false, `${waiting.bookings} not confirmed by the service: waybill outbox`),
    waiting.unsureJobs === 0
      ? found('print jobs', true, 'none needs an answer')
      : found('print jobs', false, `${waiting.unsureJobs} may or may not have printed: waybill call jobs.list`),
  ]
}

const LACKS: Record<KeychainLack, string> = {
  library: 'its library cannot be loaded: reinstall Waybill; until then, keys are kept for one run only',
  service: 'none: keys are kept for one run only',
  locked: 'locked: unlock it to continue',
}

function disk({ disk: { freeBytes, bytesPerMonth, fullInMonths }, worries }: Health): Finding {
  const free = freeBytes === null ? 'free space unknown' : `${megabytes(freeBytes)} free`
  const pace = bytesPerMonth === null ? '' : `; the records grow by ${megabytes(bytesPerMonth)} a month`
  const end = fullInMonths === null ? '' : `: the disk is full in ${fullInMonths} months`
  return found('disk', !worries.includes('disk-low') && !worries.includes('disk-soon-full'), `${free}${pace}${end}`)
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

async function service({ run }: StationLink): Promise<Finding> {
  const check = 'freight service'
  try {
    const { environment } = await run('environment.test', {})
    return found(check, true, `${environment.kind} ${environment.baseUrl ?? ''} answers and accepts the key`)
  } catch (error) {
    if (!(error instanceof StationError)) throw error
    return { check, result: 'failed', detail: error.message }
  }
}

async function printer(
  { run }: StationLink,
  { printerId, name, language, dpi, connection }: Printer,
): Promise<Finding> {
  const { online, problem } = await run('printers.status', { printerId })
  const detail = `${name}: ${language}, ${dpi} dpi, ${connection.kind}`
  if (problem !== null) {
    return { check: 'printer', result: online === false ? 'failed' : 'warning', detail: `${detail}; ${problem}` }
  }
  return found('printer', true, online === null ? `${detail}; it cannot be asked how it is` : detail)
}

const RESULTS: Record<CheckResult, string> = {
  works: 'works',
  differs: 'works differently',
  missing: 'missing',
  refused: 'refused',
  uncertain: 'UNCERTAIN',
  failed: 'FAILED',
  'not-tried': 'not tried',
}

/** A check of the service as lines of text: a row an endpoint, below it how it differs. */
export function checkTable({ baseUrl, clockApartMs, endpoints, booked }: ServiceCheck): string[] {
  const rows = endpoints.flatMap(({ section, endpoint, result, details, requestId }) => {
    const [first = '', ...more] = [...details, ...(requestId === null ? [] : [`request ${requestId}`])]
    return [[section, endpoint, RESULTS[result], first], ...more.map((detail) => ['', '', '', detail])]
  })
  const minutes = minutesApart(clockApartMs ?? 0)
  const apart = `Its clock is ${apartText(minutes)} ${minutes > 0 ? 'ahead of' : 'behind'} this machine's`
  return [
    `The freight service at ${baseUrl ?? '(not running)'}`,
    ...(minutes === 0 ? [] : [`${apart}: one of them is wrong; check the date here first.`]),
    ...table(['section', 'endpoint', 'result', 'how'], rows),
    ...(booked === null ? [] : [bookedLine(booked)]),
  ]
}

function bookedLine({ shipmentId, isCancelled }: NonNullable<ServiceCheck['booked']>): string {
  const booked = `${shipmentId} was booked for this check`
  if (isCancelled === null) return `${booked}, and it is unknown whether it was canceled: check the service.`
  return isCancelled ? `${booked} and canceled.` : `${booked} and could NOT be canceled: cancel it with the service.`
}
