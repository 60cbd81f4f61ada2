import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createConversion } from '../src-main/labels/conversion/conversion.ts'
import { parseFault } from '../src-main/printing/simulator/faults.ts'
import { startLabelPrinter } from '../src-main/printing/simulator/label-printer.ts'
import { DOTS_PER_MM, mediaSchema, PRINTER_DPIS, PRINTER_LANGUAGES } from '../src-shared/station/printing/printing.ts'
import { z } from 'zod'

/**
 * `npm run printer [-- --language ZPL --dpi 203 --port 9100 --fault paper-out@3 --drain 2000000 --buffer 65536 --png DIR]`:
 * a label printer without hardware, for trying out a station. Ctrl-C ends it; Enter puts paper in.
 */
const { values } = parseArgs({
  options: {
    language: { type: 'string', default: 'ZPL' },
    dpi: { type: 'string', default: '203' },
    port: { type: 'string', default: '9100' },
    fault: { type: 'string', multiple: true, default: [] },
    drain: { type: 'string' },
    buffer: { type: 'string' },
    png: { type: 'string' },
  },
})
const options = z
  .object({
    language: z.enum(PRINTER_LANGUAGES),
    dpi: z.coerce.number().pipe(z.literal(PRINTER_DPIS)),
    port: z.coerce.number().int().min(0).max(65535),
    drain: z.coerce.number().int().positive().optional(),
    buffer: z.coerce.number().int().positive().optional(),
  })
  .parse(values)

const media = mediaSchema.parse({ widthIn: 4, heightIn: 6 })
const conversion = values.png === undefined ? null : createConversion()
if (values.png !== undefined) mkdirSync(values.png, { recursive: true })
let count = 0

async function draw(bytes: Uint8Array, number: number, dir: string): Promise<void> {
  const pictures = await conversion?.preview({ format: options.language, bytes }, { dpi: options.dpi, media })
  for (const picture of pictures ?? [])
    writeFileSync(join(dir, `label-${String(number).padStart(5, '0')}.png`), picture)
}

const printer = await startLabelPrinter({
  language: options.language,
  dotsPerMm: options.dpi === 203 ? 8 : options.dpi === 300 ? 12 : 24,
  port: options.port,
  faults: values.fault.map(parseFault),
  ...(options.drain === undefined ? {} : { drain: options.drain }),
  ...(options.buffer === undefined ? {} : { bufferBytes: options.buffer }),
  onLabel: (bytes) => {
    count += 1
    console.log(`label ${count}: ${bytes.length} bytes`)
    if (values.png !== undefined) {
      const number = count
      draw(bytes, number, values.png).catch((error: unknown) => console.error(`label ${number}: ${String(error)}`))
    }
  },
})
console.log(`${options.language} ${options.dpi} dpi (${DOTS_PER_MM[options.dpi]}/mm) listens on ${printer.uri}`)
process.stdin.on('data', () => {
  printer.resume()
  console.log('resumed')
})
process.once('SIGINT', () => {
  void Promise.all([printer.close(), conversion?.close()]).then(() => process.exit())
})
