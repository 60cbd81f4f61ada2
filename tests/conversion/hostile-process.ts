import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { documentFormatOf } from '../../src-main/labels/conversion/document-format.ts'
import { LANES } from '../../src-main/labels/conversion/limits.ts'

/**
 * A process of its own that is given a folder of hostile files, converts each of them in both lanes at once, and says how
 * much memory it had at most with each of them, and how it ended. It is built first, as a station is: three threads that strip
 * types would hold tens of megabytes more.
 */
const [folder = ''] = process.argv.slice(2)
const target = { language: 'EPL', dpi: 600, media: { widthIn: 4, heightIn: 6 } } as const
const conversion = createConversion({ timeLimit: ({ bytes }) => (bytes > 100_000 ? 8_000 : 120_000) })

const idle = process.memoryUsage.rss()
let inHand = ''
const most: Record<string, number> = {}
const look = setInterval(() => {
  most[inHand] = Math.max(most[inHand] ?? 0, process.memoryUsage.rss())
}, 10)

const codes: Record<string, string> = {}
for (const name of readdirSync(folder)) {
  inHand = name
  const bytes = readFileSync(join(folder, name))
  const format = documentFormatOf(bytes)
  if (format === null) throw new Error(`${name} is of no format`)
  const ends = LANES.map(async (lane) => {
    try {
      return `${(await conversion.toPrinter({ format, bytes }, target, { lane, name })).labels} labels`
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error)
    }
  })
  codes[name] = [...new Set(await Promise.all(ends))].join(', ')
}
clearInterval(look)
await conversion.close()
process.stdout.write(JSON.stringify({ idle, most, codes }))
