import { labelSpans, leftBefore } from '../../../src-labels/one-label.ts'
import { measureBarcodes, readBarcodes, warmBarcodes } from './barcodes.ts'
import { cutLabels } from './cut-labels.ts'
import { convertDocument, pngFiles } from './convert.ts'
import { validateLabels } from './validate.ts'
import { documentPages, drawnPages } from './pages.ts'
import { warmPdf } from './pdf.ts'
import { decodePng } from './png-decode.ts'
import { bitmapsToPrinter, copiesOf, passThrough } from './printer-language.ts'
import { ConversionProblem, OutOfMemory } from './problem.ts'
import type { Answers, LabelSpans, MeasuredBarcode, Reply, Request, RequestInput, RequestKind } from './protocol.ts'
import { placeOf, readSource } from './source.ts'
import { viewDocument } from './view.ts'
import { wholeMedia } from './whole-media.ts'
import { warmZpl } from './zpl-renderer.ts'
import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'

type Report = (reply: Reply) => void
type InHand = (pages: AsyncIterable<Bitmap>) => AsyncGenerator<Bitmap, void>

/** Reports each page, and stops drawing once no more are wanted. */
function inHandOf({ id, cancel }: Request, report: Report): InHand {
  const isCancelled = new Int32Array(cancel)
  return async function* (pages) {
    for await (const page of pages) {
      yield page
      report({ kind: 'progress', id })
      if (Atomics.load(isCancelled, 0) !== 0) throw new ConversionProblem('it is no longer wanted')
    }
  }
}

function spansOf({ bytes, language, from }: RequestInput<'spans'>): LabelSpans | null {
  const spans = labelSpans(bytes, language)
  return spans && { spans, before: leftBefore(bytes, language, from) }
}

async function answerTo(request: Request, report: Report): Promise<Answers[RequestKind]> {
  const { kind, input } = request
  const inHand = inHandOf(request, report)
  switch (kind) {
    case 'pages':
      return documentPages(input.document, input.target, 'print')
    case 'preview':
      return pngFiles(inHand(drawnPages(input.document, input.target, 'screen')))
    case 'wholeMedia':
      return wholeMedia(input.document, input.target, input.pngs.map(decodePng))
    case 'toPrinter': {
      const { document, target } = input
      if (document.format === 'ZPL' || document.format === 'EPL') {
        // Whatever it becomes: half a label looks like a label when it is drawn.
        const validated = passThrough(document.format, document.bytes)
        if (document.format === target.language) return validated
      }
      const drawn = inHand(drawnPages(document, target, 'print', target))
      return bitmapsToPrinter(drawn, target.language, target.dpi, { copies: copiesOf(document) })
    }
    case 'cutLabels':
      return cutLabels(input.document.bytes, input.target, input.choice)
    case 'validate':
      return validateLabels(input.documents, input.target)
    case 'spans':
      return spansOf(input)
    case 'convert':
      return convertDocument(input.document, input.target, inHand)
    case 'view':
      return viewDocument(input.document, input.window)
    case 'readBarcodes': {
      const texts: string[][] = []
      for (const [index, png] of input.pngs.entries()) {
        texts.push(await readBarcodes(png, input.wanted[index]))
        report({ kind: 'progress', id: request.id })
      }
      return texts
    }
    case 'measureBarcodes': {
      const measured: MeasuredBarcode[][] = []
      for (const png of input.pngs) {
        measured.push(await measureBarcodes(png))
        report({ kind: 'progress', id: request.id })
      }
      return measured
    }
    case 'source':
      return readSource(input.document, input.target)
    case 'place':
      return placeOf(input.document, input.target, input)
    case 'warm':
      await (input.purpose === 'print' ? Promise.all([warmPdf(), warmBarcodes()]) : warmZpl())
      return null
  }
}

/** Handles a request to the thread; `report` is called with each page. Never rejects. */
export async function replyTo(request: Request, report: Report): Promise<Reply> {
  const { id } = request
  try {
    const answer = await answerTo(request, report)
    return { kind: 'answer', id, answer, storedBytes: process.memoryUsage().external, isSpent: false }
  } catch (error) {
    const isKnown = error instanceof ConversionProblem
    const message = error instanceof Error ? error.message : String(error)
    return {
      kind: 'problem',
      id,
      code: isKnown ? error.code : 'CONVERSION_FAILED',
      problem: isKnown ? message : `the document cannot be converted: ${message}`,
      details: isKnown ? error.details : {},
      storedBytes: process.memoryUsage().external,
      isSpent: !isKnown || error instanceof OutOfMemory,
    }
  }
}
