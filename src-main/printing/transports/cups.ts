import { z } from 'zod'
import { callIpp, type IppCall, type IppResult, type IppServer } from './ipp-client.ts'
import { IPP_TAG, type IppResponse, type IppValue } from './ipp-codec.ts'

const OPERATION = { printJob: 0x0002, getJob: 0x0009, getPrinter: 0x000b, cupsGetPrinters: 0x4002 }

/** RFC 8011, 5.3.7. */
const JOB_STATES: Record<number, JobState> = {
  3: 'pending',
  4: 'held',
  5: 'processing',
  6: 'stopped',
  7: 'canceled',
  8: 'aborted',
  9: 'completed',
}
type JobState = 'pending' | 'held' | 'processing' | 'stopped' | 'canceled' | 'aborted' | 'completed'

/** A queue of this machine's spooler. */
export interface SpoolerQueue {
  name: string
  /** What its driver or maker calls it; null when it does not say. */
  model: string | null
  isAccepting: boolean
  isStopped: boolean
}

const user = { name: 'requesting-user-name', tag: IPP_TAG.name, values: ['waybill'] }
const uriOf = (queue: string) => `ipp://localhost/printers/${encodeURIComponent(queue)}`
const pathOf = (queue: string) => `/printers/${encodeURIComponent(queue)}`

/** Why an answered call was refused; null when it was carried out (status codes below 0x0100). */
function refusalOf({ status, groups }: IppResponse): string | null {
  if (status < 0x0100) return null
  const message = groups[0]?.attributes.get('status-message')?.[0]
  return typeof message === 'string' ? message : `IPP status 0x${status.toString(16).padStart(4, '0')}`
}

/** What the spooler made of a document; unreachable and refused: surely nothing of it is there. */
type RawOutcome =
  | { kind: 'spooled'; jobId: number }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string }

/** Hands a document to a queue: in the language of its printer as `lp -o raw` does, a PDF as `lp`. */
export async function printRaw(
  server: IppServer,
  queue: string,
  title: string,
  document: Uint8Array,
  signal?: AbortSignal,
): Promise<RawOutcome> {
  const result = await callIpp(server, {
    operation: OPERATION.printJob,
    path: pathOf(queue),
    attributes: [
      { name: 'printer-uri', tag: IPP_TAG.uri, values: [uriOf(queue)] },
      user,
      { name: 'job-name', tag: IPP_TAG.name, values: [title] },
      {
        name: 'document-format',
        tag: IPP_TAG.mimeType,
        values: [isPdf(document) ? 'application/pdf' : 'application/vnd.cups-raw'],
      },
    ],
    document,
    signal,
  })
  if (!result.ok) return { kind: result.isSent ? 'unknown' : 'unreachable', reason: result.reason }
  const refusal = refusalOf(result.response)
  if (refusal !== null) return { kind: 'refused', reason: refusal }
  const jobId = z.int().safeParse(attribute(result.response, IPP_TAG.job, 'job-id'))
  return jobId.success
    ? { kind: 'spooled', jobId: jobId.data }
    : { kind: 'unknown', reason: 'the spooler accepted the job but gave no job number' }
}

/** A PDF is for an office printer, whose queue knows how to print it; everything else is in the printer's own language. */
export function isPdf(document: Uint8Array): boolean {
  return Buffer.from(document.buffer, document.byteOffset, Math.min(5, document.length)).toString() === '%PDF-'
}

const JOB_ATTRIBUTES = ['job-state', 'job-printer-state-message', 'job-media-sheets-completed'] as const

/** client-error-not-found (RFC 8011, 13.1.4.7). */
const NOT_FOUND = 0x0406

/** A job as the spooler reports it (Get-Job-Attributes). */
export interface SpoolerJob {
  /** gone: the spooler no longer knows it, as where it keeps no history; whether it was passed on or removed shows no more. */
  state: JobState | 'gone'
  message: string
  /** What its backend counted at the printer; 0 or null: it did not count. */
  sheets: number | null
}

/** The state of a job that was taken, and the spooler's message with it; null when it reports none. */
export async function jobState(
  server: IppServer,
  queue: string,
  jobId: number,
  signal?: AbortSignal,
): Promise<SpoolerJob | null> {
  const result = await callIpp(server, {
    operation: OPERATION.getJob,
    path: pathOf(queue),
    attributes: [
      { name: 'printer-uri', tag: IPP_TAG.uri, values: [uriOf(queue)] },
      { name: 'job-id', tag: IPP_TAG.integer, values: [jobId] },
      user,
      { name: 'requested-attributes', tag: IPP_TAG.keyword, values: JOB_ATTRIBUTES },
    ],
    signal,
  })
  if (result.ok && result.response.status === NOT_FOUND) return { state: 'gone', message: '', sheets: null }
  const response = answered(result)
  const state = JOB_STATES[Number(response && attribute(response, IPP_TAG.job, 'job-state'))]
  if (!response || !state) return null
  const message = attribute(response, IPP_TAG.job, 'job-printer-state-message')
  const sheets = z.int().safeParse(attribute(response, IPP_TAG.job, 'job-media-sheets-completed'))
  return { state, message: typeof message === 'string' ? message : '', sheets: sheets.data ?? null }
}

/** A queue; null when there is none of that name, a reason when the spooler cannot be asked. */
export async function getQueue(
  server: IppServer,
  queue: string,
): Promise<{ queue: SpoolerQueue | null } | { reason: string }> {
  const result = await callIpp(server, {
    operation: OPERATION.getPrinter,
    path: pathOf(queue),
    attributes: [{ name: 'printer-uri', tag: IPP_TAG.uri, values: [uriOf(queue)] }, user],
  })
  if (!result.ok) return { reason: result.reason }
  if (refusalOf(result.response) !== null) return { queue: null }
  const found = result.response.groups.find(({ tag }) => tag === IPP_TAG.printer)
  return { queue: found ? toQueue(found.attributes) : null }
}

/** A printer as Get-Printer-Attributes reports it (RFC 8011, 5.4; counts: PWG 5100.22). */
export interface PrinterAttributes {
  model: string | null
  /** printer-state: 3 idle, 4 processing, 5 stopped. */
  state: number | null
  reasons: string[]
  queuedJobs: number | null
  /** printer-impressions-completed; null: it does not count. */
  impressions: number | null
}

/** Requests the status of anything that answers IPP; null: no answer, or no such printer. */
export async function getPrinter(
  server: IppServer,
  uri: string,
  path: string,
  { deadlineMs, signal }: Pick<IppCall, 'deadlineMs' | 'signal'> = {},
): Promise<PrinterAttributes | null> {
  const response = answered(
    await callIpp(server, {
      operation: OPERATION.getPrinter,
      path,
      attributes: [{ name: 'printer-uri', tag: IPP_TAG.uri, values: [uri] }, user],
      deadlineMs,
      signal,
    }),
  )
  const attributes = response?.groups.find(({ tag }) => tag === IPP_TAG.printer)?.attributes
  if (!attributes) return null
  const number = (name: string) => z.int().safeParse(attributes.get(name)?.[0]).data ?? null
  return {
    model: z.string().min(1).safeParse(attributes.get('printer-make-and-model')?.[0]).data ?? null,
    state: number('printer-state'),
    reasons: (attributes.get('printer-state-reasons') ?? []).filter((reason) => typeof reason === 'string'),
    queuedJobs: number('queued-job-count'),
    impressions: number('printer-impressions-completed'),
  }
}

/** Every queue of the spooler; null when it cannot be asked. */
export async function listQueues(server: IppServer): Promise<SpoolerQueue[] | null> {
  const result = await callIpp(server, { operation: OPERATION.cupsGetPrinters, path: '/', attributes: [user] })
  if (!result.ok) return null
  const { groups } = result.response
  return groups
    .filter(({ tag }) => tag === IPP_TAG.printer)
    .map(({ attributes }) => toQueue(attributes))
    .filter((queue) => queue !== null)
}

function toQueue(attributes: Map<string, IppValue[]>): SpoolerQueue | null {
  const text = (name: string) => {
    const value = attributes.get(name)?.[0]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const name = text('printer-name')
  if (name === null) return null
  return {
    name,
    model: text('printer-make-and-model'),
    isAccepting: attributes.get('printer-is-accepting-jobs')?.[0] !== false,
    isStopped: attributes.get('printer-state')?.[0] === 5,
  }
}

function answered(result: IppResult): IppResponse | null {
  return result.ok && refusalOf(result.response) === null ? result.response : null
}

function attribute(response: IppResponse, group: number, name: string): IppValue | undefined {
  return response.groups.find(({ tag }) => tag === group)?.attributes.get(name)?.[0]
}
