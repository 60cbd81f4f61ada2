import { parentPort } from 'node:worker_threads'
import { readBarcodes } from './barcodes.ts'
import { convertDocument } from './convert.ts'
import { atLeastOne, documentPages } from './pages.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { bitmapsToPrinter, passThrough } from './printer-language.ts'
import { ConversionProblem } from './problem.ts'
import { viewDocument } from './view.ts'
import { requestSchema, type Answers, type Reply, type Request, type RequestKind } from './protocol.ts'

/** The thread that does the heavy work of conversion: one request after the other, in the order they come. */

async function answerTo({ kind, input }: Request): Promise<Answers[RequestKind]> {
  switch (kind) {
    case 'pages':
      return atLeastOne(await documentPages(input.document, input.target, 'print'))
    case 'preview':
      return atLeastOne(await documentPages(input.document, input.target, 'screen')).map((bitmap) => encodePng(bitmap))
    case 'toPrinter': {
      const { document, target } = input
      if (document.format === target.language) return passThrough(target.language, document.bytes)
      const bitmaps = atLeastOne(await documentPages(document, target, 'print'))
      return bitmapsToPrinter(bitmaps, target.language, target.dpi)
    }
    case 'convert':
      return convertDocument(input.document, input.target)
    case 'view':
      return viewDocument(input.document, input.window)
    case 'readBarcodes': {
      const texts: string[][] = []
      for (const png of input.pngs) texts.push(await readBarcodes(png))
      return texts
    }
  }
}

async function replyTo(request: Request): Promise<Reply> {
  const { id } = request
  try {
    return { id, answer: await answerTo(request) }
  } catch (error) {
    if (error instanceof ConversionProblem) return { id, problem: error.message, details: error.details }
    const message = error instanceof Error ? error.message : String(error)
    return { id, problem: `the document cannot be converted: ${message}`, details: {} }
  }
}

const port = parentPort
if (!port) throw new Error('raster.worker runs as a worker thread only')

let last: Promise<void> = Promise.resolve()
port.on('message', (message: unknown) => {
  const request = requestSchema.parse(message)
  last = last.then(async () => port.postMessage(await replyTo(request)))
})
