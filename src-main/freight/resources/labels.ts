import { LABEL_FORMATS, type LabelFormat, type LabelSize } from '../../../src-shared/freight/document.ts'
import { documentFormatOf } from '../../labels/conversion/document-format.ts'
import { labelListAnswer, type LabelAnswer, type LabelListAnswer } from '../answer/document.ts'
import { downloadDocument, downloadFrom } from './documents.ts'
import { dataOf } from '../answer/envelope.ts'
import { FreightError, isOfOneAlone, unreadable } from '../http/failure.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** Query of GET /shipments/{id}/labels. `combine`: also one document of all of them. */
export interface LabelQuery {
  format?: LabelFormat | undefined
  size?: LabelSize | undefined
  combine?: boolean | undefined
}

/** GET /shipments/{id}/labels. */
export async function listLabels(
  transport: Transport,
  shipmentId: string,
  query: LabelQuery = {},
): Promise<LabelListAnswer> {
  return (await listed(transport, shipmentId, query)).data
}

function listed(transport: Transport, shipmentId: string, query: LabelQuery) {
  return transport.json(
    callOf('listLabels', { words: { id: shipmentId }, query: { ...query } }),
    dataOf(labelListAnswer),
  )
}

/** A label document: its content, byte for byte, and its type by that content, whatever the service calls it. */
export interface FetchedLabel {
  documentId: string
  format: LabelFormat
  bytes: Uint8Array<ArrayBuffer>
  /** Of the list that named it, as the service has it. */
  requestId?: string | undefined
  /** Of the call that brought its content; null: the list itself held it, or it is not reported. */
  contentRequestId: string | null
}

/**
 * Every 4x6 label of a shipment, in the format asked for if the service has it, else in one that can be converted. The
 * content comes by GET /documents/{id}?download=true, else from the URL that the list names, which the key never follows to
 * another host, else from the list itself in base64.
 */
export async function fetchLabels(
  transport: Transport,
  shipmentId: string,
  format: LabelFormat,
): Promise<FetchedLabel[]> {
  const { data, meta } = await listed(transport, shipmentId, { format, size: '4x6' })
  const { labels } = data
  const ofSize = inOneSize(labels.rows.filter(({ type }) => type === undefined || LABEL_TYPES.has(type)))
  const wanted = inOneFormat(ofSize, format)
  if (wanted.length === 0) {
    const issues = labels.quarantined.flatMap(({ issues }) => issues).slice(0, 5)
    const why = issues[0] ? `none of its labels can be read: a label ${issues[0].message}` : 'it lists no label yet'
    throw unreadable(why, { shipmentId, issues })
  }
  const fetched: FetchedLabel[] = []
  for (const [index, label] of wanted.entries()) {
    const reported = LABEL_FORMATS.find((known) => known === label.format) ?? format
    const { bytes, requestId: contentRequestId } = await contentOf(transport, label, format, reported)
    const documentId = label.documentId ?? `${shipmentId}-label-${index + 1}`
    const { requestId } = meta ?? {}
    fetched.push({ documentId, format: documentFormatOf(bytes) ?? reported, bytes, requestId, contentRequestId })
  }
  return fetched
}

/** `8.5x11`, `Letter`; neither `4 x 6 in` nor a word that names no size. */
const OTHER_SIZE = /^(?!4\s*x\s*6(?![\d.]))([\d.]+\s*x\s*\d|letter|a4)/i
/** The interface's term, and its synonyms. */
const LABEL_TYPES = new Set(['SHIPPING_LABEL', 'LABEL'])
/** What to take when the format asked for is not there: what holds its own size first. */
const NEXT_BEST: readonly string[] = ['PDF', 'PNG', 'ZPL', 'EPL']

/** Without those of another size, which a service lists that does not know `size`: the same pieces on a sheet. */
function inOneSize(labels: readonly LabelAnswer[]): readonly LabelAnswer[] {
  const fitting = labels.filter(({ size }) => size === undefined || !OTHER_SIZE.test(size))
  return fitting.length > 0 ? fitting : labels
}

/** The labels of one format, so that none comes twice: that asked for, else the first there is; untold counts as asked for. */
function inOneFormat(labels: readonly LabelAnswer[], format: LabelFormat): LabelAnswer[] {
  const has = (name: string) => labels.filter((label) => (label.format ?? format) === name)
  for (const name of [format, ...NEXT_BEST]) {
    const found = has(name)
    if (found.length > 0) return found
  }
  return []
}

async function contentOf(
  transport: Transport,
  { documentId, downloadUrl, url, inline }: LabelAnswer,
  format: LabelFormat,
  reported: LabelFormat,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; requestId: string | null }> {
  const links = [downloadUrl, url].filter((link) => link !== undefined)
  const inList = inline ?? links.find((link) => link.startsWith('data:'))
  if (inList !== undefined) return { bytes: labelIn(Uint8Array.from(Buffer.from(inList)), reported), requestId: null }
  const places = links.map((link) => () => downloadFrom(transport, link))
  if (documentId !== undefined) places.unshift(() => downloadDocument(transport, documentId, { format }))
  for (const [index, fetched] of places.entries()) {
    try {
      const { bytes, requestId } = await fetched()
      return { bytes: labelIn(bytes, reported), requestId }
    } catch (error) {
      // A service may keep its labels at a URL alone, and one of its URLs may have ended.
      const isLast = index === places.length - 1
      if (isLast || !(error instanceof FreightError) || !isOfOneAlone(error)) throw error
    }
  }
  throw unreadable('the label has neither content nor a URL', {})
}

/**
 * What came as a label, unpacked. A sign-in page or a message kept as a label would never be asked for again.
 * @throws FreightError UNREADABLE_ANSWER
 */
function labelIn(came: Uint8Array<ArrayBuffer>, reported: LabelFormat): Uint8Array<ArrayBuffer> {
  const bytes = unpacked(came)
  if (documentFormatOf(bytes) !== null) return bytes
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1').trimStart()
  if (/^<(!doctype|html|head|body)/i.test(start)) throw unreadable('a web page came instead of the label', {})
  if (/^[<{[]/.test(start)) throw unreadable('a message came instead of the label', {})
  if (reported === 'PDF' || reported === 'PNG') throw unreadable(`what came as a ${reported} label is none`, {})
  return bytes
}

/** A document that came as base64, alone or as a data URL, as the document it is. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (documentFormatOf(bytes) !== null) return bytes
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^data:[^,]*,/, '')
    .replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]{8,}=*$/.test(text)) return bytes
  const inside = Uint8Array.from(Buffer.from(text, 'base64'))
  return documentFormatOf(inside) === null ? bytes : inside
}
