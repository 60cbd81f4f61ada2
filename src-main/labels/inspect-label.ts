import { createHash } from 'node:crypto'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { Lru } from '../../src-shared/lru.ts'
import { notFound, notStored, StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type {
  InspectedSource,
  InspectInput,
  LabelInspection,
  LabelPlace,
  PlaceInput,
} from '../../src-shared/station/printing/inspect.ts'
import type { Media } from '../../src-shared/station/printing/printing.ts'
import type { Conversion } from './conversion/conversion.ts'
import { knownDocument } from './conversion/document-format.ts'
import { pngDataUrl } from '../printing/png-data-url.ts'

/** Pages of a PDF that are shown. */
const MOST_PAGES = 12
/** Of the files looked at last, so that a place can be asked for without sending them again. */
const MOST_STORED_BYTES = 48 << 20

interface Document {
  name: string
  format: LabelFormat
  bytes: Uint8Array
}

export interface InspectPorts {
  conversion: Pick<Conversion, 'whole' | 'view' | 'source' | 'place' | 'warm'>
  /** The labels of a shipment. @throws FreightError where they cannot be fetched */
  labelsOf(shipmentId: string): Promise<readonly { format: LabelFormat; bytes: Uint8Array }[]>
}

export type LabelInspecting = ReturnType<typeof createLabelInspecting>

/** Labels as support looks at them: the source by its commands, what becomes of each, and its place on paper. */
export function createLabelInspecting({ conversion, labelsOf }: InspectPorts) {
  /** As far as they are drawn. */
  const kept = new Lru<string, Document>(MOST_STORED_BYTES)

  async function documentOf(of: InspectInput['of']): Promise<Document> {
    if ('base64' in of) return { name: of.name, ...knownDocument(of.name, Buffer.from(of.base64, 'base64')) }
    const documents = await labelsOf(of.shipmentId)
    const format = documents[0]?.format
    if (format === undefined) throw notFound('label', { shipmentId: of.shipmentId })
    // Several labels in a printer's language are one stream; of PDFs and pictures the first is looked at.
    const alike = documents.filter((document) => document.format === format).map(({ bytes }) => bytes)
    const isSource = format === 'ZPL' || format === 'EPL'
    return { name: of.shipmentId, format, bytes: Buffer.concat(isSource ? alike : alike.slice(0, 1)) }
  }

  async function picturesOf(
    document: Document,
    source: InspectedSource | null,
    { dpi, media }: Pick<InspectInput, 'dpi' | 'media'>,
  ): Promise<{ pages: Uint8Array[]; total: number; drawnOn: Media | null; problem: StationErrorData | null }> {
    const how = { name: document.name }
    try {
      if (source) {
        const { pages, media: whole } = await conversion.whole(document, { dpi, media }, how)
        return { pages, total: source.labels, drawnOn: whole === media ? null : whole, problem: null }
      }
      const { pages, total } = await conversion.view(document, { from: 0, count: MOST_PAGES, dpi: 150 }, how)
      return { pages: pages.map(({ png }) => png), total, drawnOn: null, problem: null }
    } catch (error) {
      if (!(error instanceof StationError)) throw error
      // The source can be read all the same.
      return { pages: [], total: 0, drawnOn: null, problem: error.toData() }
    }
  }

  return {
    /** Somebody is about to open a label. */
    prepare: (): { isBegun: true } => {
      conversion.warm('screen')
      return { isBegun: true }
    },

    /** @throws StationError DOCUMENT_EMPTY, DOCUMENT_UNKNOWN, NOT_FOUND; FreightError where a shipment's label cannot be fetched */
    inspect: async (input: InspectInput): Promise<LabelInspection> => {
      const document = await documentOf(input.of)
      const { name, format, bytes } = document
      const isSource = format === 'ZPL' || format === 'EPL'
      const source = isSource ? await conversion.source(document, input, { name }) : null
      const drawn = { ...document, bytes: bytes.subarray(0, source?.drawnBytes) }
      const inspectionId = createHash('sha256').update(drawn.bytes).digest('base64url')
      kept.set(inspectionId, drawn, drawn.bytes.length)
      const { pages, total, drawnOn, problem } = await picturesOf(drawn, source, input)
      const morePages = Math.max(0, total - pages.length)
      return {
        inspectionId,
        name,
        format,
        bytes: bytes.length,
        source,
        pages: pages.map(pngDataUrl),
        morePages,
        drawnOn,
        problem,
      }
    },

    /**
     * Where on paper is what a command draws; null for a command that draws nothing, or nothing that is to be seen.
     * @throws StationError NOT_FOUND when the label was looked at too long ago
     */
    place: async ({ inspectionId, at, dpi, media }: PlaceInput): Promise<{ place: LabelPlace | null }> => {
      const document = kept.get(inspectionId)
      if (!document) throw notStored('This label is no longer open. Open it again.', { inspectionId })
      if (document.format === 'PDF' || document.format === 'PNG') return { place: null }
      return { place: await conversion.place(document, { dpi, media, at }, { name: document.name }) }
    },
  }
}
