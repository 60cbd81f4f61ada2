import v8 from 'node:v8'
import { parentPort } from 'node:worker_threads'
import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { readBarcodes, warmBarcodes } from './barcodes.ts'
import { convertDocument, pngFiles } from './convert.ts'
import { judgeLabels } from './judge.ts'
import { MOST_WASM_PAGES } from './limits.ts'
import { documentPages, drawnPages } from './pages.ts'
import { warmPdf } from './pdf.ts'
import { bitmapsToPrinter, passThrough } from './printer-language.ts'
import { ConversionProblem, OutOfMemory } from './problem.ts'
import { requestSchema, type Answers, type Reply, type Request, type RequestKind } from './protocol.ts'
import { viewDocument } from './view.ts'

/** The thread that does the heavy work of conversion: one request after the other, in the order they come. */

// A library takes memory without telling; this is the one bound that holds for all of them.
v8.setFlagsFromString(`--wasm-max-mem-pages=${MOST_WASM_PAGES}`)

const port = parentPort
if (!port) throw new Error('raster.worker runs as a worker thread only')

type InHand = (pages: AsyncIterable<Bitmap>) => AsyncGenerator<Bitmap, void>

/** Tells of each page, and draws no more of them once nobody wants them. */
function inHandOf({ id, cancel }: Request): InHand {
  const isCancelled = new Int32Array(cancel)
  return async function* (pages) {
    for await (const page of pages) {
      yield page
      port?.postMessage({ kind: 'progress', id } satisfies Reply)
      if (Atomics.load(isCancelled, 0) !== 0) throw new ConversionProblem('it is no longer wanted')
    }
  }
}

async function answerTo(request: Request): Promise<Answers[RequestKind]> {
  const { kind, input } = request
  const inHand = inHandOf(request)
  switch (kind) {
    case 'pages':
      return documentPages(input.document, input.target, 'print')
    case 'preview':
      return pngFiles(inHand(drawnPages(input.document, input.target, 'screen')))
    case 'toPrinter': {
      const { document, target } = input
      if (document.format === 'ZPL' || document.format === 'EPL') {
        // Whatever it becomes: half a label looks like a label when it is drawn.
        const judged = passThrough(document.format, document.bytes)
        if (document.format === target.language) return judged
      }
      return bitmapsToPrinter(inHand(drawnPages(document, target, 'print')), target.language, target.dpi)
    }
    case 'judge':
      return judgeLabels(input.documents, input.target)
    case 'convert':
      return convertDocument(input.document, input.target, inHand)
    case 'view':
      return viewDocument(input.document, input.window)
    case 'readBarcodes': {
      const texts: string[][] = []
      for (const png of input.pngs) {
        texts.push(await readBarcodes(png))
        port?.postMessage({ kind: 'progress', id: request.id } satisfies Reply)
      }
      return texts
    }
    case 'warm':
      await Promise.all([warmPdf(), warmBarcodes()])
      return null
  }
}

async function replyTo(request: Request): Promise<Reply> {
  const { id } = request
  try {
    const answer = await answerTo(request)
    return { kind: 'answer', id, answer, keptBytes: process.memoryUsage().external, isSpent: false }
  } catch (error) {
    const isKnown = error instanceof ConversionProblem
    const message = error instanceof Error ? error.message : String(error)
    return {
      kind: 'problem',
      id,
      code: isKnown ? error.code : 'CONVERSION_FAILED',
      problem: isKnown ? message : `the document cannot be converted: ${message}`,
      details: isKnown ? error.details : {},
      keptBytes: process.memoryUsage().external,
      isSpent: !isKnown || error instanceof OutOfMemory,
    }
  }
}

let last: Promise<void> = Promise.resolve()
port.on('message', (message: unknown) => {
  const request = requestSchema.parse(message)
  last = last.then(async () => {
    port.postMessage({ kind: 'progress', id: request.id } satisfies Reply)
    port.postMessage(await replyTo(request))
  })
})
