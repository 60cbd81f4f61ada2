import { release } from 'node:os'
import { dirname } from 'node:path'
import type { Settings } from '../../src-shared/station/app/state.ts'
import type { Health, SupportFile } from '../../src-shared/station/app/support.ts'
import { dayAt } from '../../src-shared/station/day.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { PrinterStatus } from '../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import { zipOf, type ZipEntry } from '../../src-node/zip.ts'
import type { Services } from '../app/services.ts'
import type { StationLog } from '../kernel/log/station-log.ts'
import { crashEntries } from './crash-reports.ts'

export type SupportFilePorts = Pick<
  Services,
  | 'clock'
  | 'version'
  | 'environments'
  | 'connection'
  | 'keys'
  | 'settings'
  | 'notices'
  | 'bookings'
  | 'labels'
  | 'sync'
  | 'printing'
  | 'requestLog'
  | 'maintenance'
  | 'profiles'
> & { stationLog: StationLog }

const MOST_CALLS = 200
/** Of the log as it is; packed it is a tenth. */
const MOST_LOG_BYTES = 20_000_000
/** With labels: the newest of each. */
const NEWEST = 20

/** All that support needs, as a ZIP. Without `withLabels` there is no name, address, label or key in it. */
export async function supportFile(ports: SupportFilePorts, health: Health, withLabels: boolean): Promise<SupportFile> {
  const now = ports.clock.now()
  const logs = ports.stationLog.files.read(MOST_LOG_BYTES)
  const entries: ZipEntry[] = [
    { name: 'README.txt', bytes: Buffer.from(readme(withLabels)) },
    json('station.json', await stationFacts(ports)),
    json('health.json', withoutFolder(health)),
    json('service-profile.json', (await ports.profiles.read()).facts),
    json('printers.json', await printerStates(ports)),
    lines('calls.jsonl', await callsOf(ports)),
    { name: 'screen-errors.jsonl', bytes: Buffer.from(fromScreens(logs.map(({ bytes }) => bytes))) },
    ...logs.map(({ name, bytes }) => ({ name: `logs/${name}`, bytes })),
    ...(withLabels ? [...crashEntries(dirname(ports.stationLog.files.dir)), ...(await privateEntries(ports))] : []),
  ]
  return {
    fileName: `waybill-support-${dayAt(now)}.zip`,
    base64: (await zipOf(entries, now)).toString('base64'),
  }
}

async function stationFacts(ports: SupportFilePorts) {
  const { clock, version, environments, connection, keys, settings, notices, sync, maintenance } = ports
  const link = environments.link()
  const environment = link.environment()
  const state = connection.state()
  const { parts, backups, secondPlace } = await maintenance.state()
  return {
    madeAt: clock.now().toISOString(),
    waybill: version,
    node: process.versions.node,
    electron: process.versions['electron'] ?? null,
    system: { platform: process.platform, arch: process.arch, release: release() },
    service: { kind: environment.kind, host: environment.baseUrl === null ? null : new URL(environment.baseUrl).host },
    key: { keptIn: await link.keyStorage(), keychainAvailable: (await keys.keychainLack()) === null },
    connection: 'error' in state ? { ...state, error: plain(state.error) } : state,
    budget: link.client.rateLimits(),
    settings: withoutNames(await settings.read()),
    notices: notices.list().map(plain),
    tracking: await sync.state(),
    parts,
    backups: backups.map(({ name, kind, at, bytes, unsound }) => ({
      name,
      kind,
      at,
      bytes,
      unsound: unsound?.reason ?? null,
    })),
    secondPlace: secondPlace && { caughtUpAt: secondPlace.caughtUpAt, isThere: secondPlace.failure === null },
  }
}

/** Its sentence and its details may name a person. */
function plain({ code, retryable, details }: StationErrorData) {
  const { requestId } = details
  return { code, retryable, requestId: typeof requestId === 'string' ? requestId : null }
}

/** The folder's path names its user. */
function withoutFolder({ log: { level, bytes, failure }, ...health }: Health) {
  return { ...health, log: { level, bytes, isWritten: failure === null } }
}

/** A station and who works at it have names that people gave them; its papers have its address, its carriers have phones. */
function withoutNames({ stationName: _, operatorName: _name, papers: _papers, cutoffs: _cutoffs, ...rest }: Settings) {
  return rest
}

/** Each is asked for its current state; one that does not answer is listed as such. */
async function printerStates({ printing: { printers } }: SupportFilePorts) {
  const all = await printers.list()
  return Promise.all(
    all.map(async (printer) => {
      const status = await printers.status(printer.printerId).catch(() => null)
      return { ...kindOf(printer), status: status && stateOf(status) }
    }),
  )
}

function kindOf({ printerId, language, dpi, media, connection, isDefault }: Printer) {
  return { printerId, language, dpi, media, connection: connection.kind, isDefault }
}

function stateOf({ problem, ...status }: PrinterStatus) {
  return { ...status, hasProblem: problem !== null }
}

/** Without their parameters: a search in a query is an address as often as not. */
async function callsOf({ requestLog }: SupportFilePorts) {
  const { rows } = await requestLog.list({ onlyFailures: false, limit: MOST_CALLS })
  return rows.map(({ path: _, ...call }) => call)
}

/** Lines of the log that screens wrote. */
function fromScreens(logs: readonly Buffer[]): string {
  const reported = logs
    .flatMap((bytes) => bytes.toString('utf8').split('\n'))
    .filter((line) => line.includes(FROM_A_SCREEN))
  return reported.length === 0 ? '' : `${reported.join('\n')}\n`
}

const FROM_A_SCREEN = '"source":"screen"'

async function privateEntries({ bookings, labels }: SupportFilePorts): Promise<ZipEntry[]> {
  const rows = await bookings.list({ limit: NEWEST })
  const files = await Promise.all(
    rows.map(async ({ shipmentId }) =>
      shipmentId === null
        ? []
        : (await labels.kept(shipmentId)).map(({ format, bytes }, index) => ({
            name: `labels/${fileNameOf(shipmentId)}-${index + 1}.${format.toLowerCase()}`,
            bytes,
          })),
    ),
  )
  return [json('bookings.json', rows), ...files.flat()]
}

const fileNameOf = (id: string): string => id.replaceAll(/[^\w-]/g, '_').slice(0, 60)

function json(name: string, value: unknown): ZipEntry {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

function lines(name: string, rows: readonly unknown[]): ZipEntry {
  return { name, bytes: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')) }
}

function readme(withLabels: boolean): string {
  return `For support.

station.json         versions, system, settings, what lies in the data folder
health.json          disk, backups, what waits, what took long
printers.json        each printer as it answered when this file was made
calls.jsonl          the last ${MOST_CALLS} calls to the freight service: when, how long, how they ended
screen-errors.jsonl  errors of screens
logs/                the log: a line for each thing that happened

${
  withLabels
    ? `bookings.json        the newest ${NEWEST} bookings WITH NAMES AND ADDRESSES
labels/              their labels`
    : 'It contains no labels, names, addresses, or keys.'
}
`
}
