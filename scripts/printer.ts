import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programArguments } from '../src-node/program-arguments.ts'
import { createConversion } from '../src-main/labels/conversion/conversion.ts'
import { parseFault, type PrinterFault } from '../src-main/printing/simulator/faults.ts'
import { startLabelPrinter } from '../src-main/printing/simulator/label-printer.ts'
import { DOTS_PER_MM, mediaSchema, PRINTER_DPIS, PRINTER_LANGUAGES } from '../src-shared/station/printing/printing.ts'
import { z } from 'zod'

const USAGE = `npm run printer -- [--language ZPL|EPL] [--dpi 203|300|600] [--port N] [--fault NAME@N ...] [--png DIR]

A label printer without hardware, for trying out a station. Ctrl-C ends it; Enter puts paper in.
  --language WORD  what it understands (default ZPL)
  --dpi N          dots per inch (default 203)
  --port N         where it listens (default 9100)
  --fault NAME@N   a fault at the Nth label, as in paper-out@3; may be repeated
  --drain N        bytes a second that it takes
  --buffer N       bytes that it takes before it prints
  --png DIR        draws what it prints into this folder`

function faultOf(text: string, context: z.RefinementCtx<string>): PrinterFault {
  try {
    return parseFault(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
}

const { flags: options } = programArguments(
  USAGE,
  z.object({
    language: z.enum(PRINTER_LANGUAGES).default('ZPL'),
    dpi: z.coerce.number().pipe(z.literal(PRINTER_DPIS)).default(203),
    port: z.coerce.number().int().min(0).max(65535).default(9100),
    fault: z.array(z.string().transform(faultOf)).default([]),
    drain: z.coerce.number().int().positive().optional(),
    buffer: z.coerce.number().int().positive().optional(),
    png: z.string().min(1).optional(),
  }),
)
const { png } = options

const media = mediaSchema.parse({ widthIn: 4, heightIn: 6 })
const conversion = png === undefined ? null : createConversion()
if (png !== undefined) mkdirSync(png, { recursive: true })
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
  faults: options.fault,
  ...(options.drain === undefined ? {} : { drain: options.drain }),
  ...(options.buffer === undefined ? {} : { bufferBytes: options.buffer }),
  onLabel: (bytes) => {
    count += 1
    console.log(`label ${count}: ${bytes.length} bytes`)
    if (png !== undefined) {
      const number = count
      draw(bytes, number, png).catch((error: unknown) => console.error(`label ${number}: ${String(error)}`))
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
