import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { programArguments } from '../../src-node/program-arguments.ts'
import { LABEL_LANGUAGES } from '../../src-labels/language.ts'
import { testLabel } from '../../src-labels/test-label.ts'
import { fuzzLabels, type Broken } from './fuzz-labels.ts'
import { seedOf } from './random.ts'
import { secondReader } from './second-reader.ts'

/** `npm run fuzz:labels -- --minutes 5 --seed WORD [--language zpl|epl]`. Exit 1 when a promise was broken. */

const USAGE = `npm run fuzz:labels -- [--minutes 5] [--seed WORD] [--language zpl|epl]

Throws wild and mutated labels at the judge, and compares with a second reader.`

const { flags } = programArguments(
  USAGE,
  z.object({
    minutes: z.coerce.number().positive().max(600).default(5),
    seed: z.string().min(1).default('waybill'),
    language: z.preprocess(
      (value) => (typeof value === 'string' ? value.toUpperCase() : value),
      z.enum(LABEL_LANGUAGES).optional(),
    ),
  }),
)
const { minutes, seed, language } = flags

const media = { widthIn: 4, heightIn: 6 }
const own = LABEL_LANGUAGES.map((one) => ({
  name: `test label in ${one}`,
  bytes: testLabel({ language: one, dpi: 203, media, printerName: 'Dock 4' }),
  language: one,
}))
const folder =
  process.env['WAYBILL_CARRIER_LABELS'] ?? fileURLToPath(new URL('../../../shared/labels', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(zpl|epl)$/.test(name)) : []
const carriers = files.map((name) => ({
  name,
  bytes: readFileSync(join(folder, name)),
  language: name.endsWith('.epl') ? ('EPL' as const) : ('ZPL' as const),
}))

const reader = await secondReader()
const end = performance.now() + minutes * 60_000
const report = fuzzLabels({
  seed: seedOf(seed),
  languages: language ? [language] : LABEL_LANGUAGES,
  genuine: [...own, ...carriers],
  reader,
  goesOn: () => performance.now() < end,
})

const { cases, verdicts, brokenCount, disagreementCount, worst, memory } = report
const lines = [
  `seed ${seed}, ${minutes} min, ${carriers.length} carrier labels, second reader: ${reader ? 'yes' : 'none'}`,
  `cases ${cases}: whole ${verdicts.whole}, truncated ${verdicts.truncated}, refused ${verdicts.refused}`,
  `worst ${worst.milliseconds.toFixed(1)} ms for ${worst.bytes} bytes; memory grew by ${(memory / 1e6).toFixed(0)} MB`,
  `broken promises: ${brokenCount}`,
  ...report.broken.map(shown),
  `disagreements with the second reader: ${disagreementCount}`,
  ...report.disagreements.map(shown),
]
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = brokenCount + disagreementCount === 0 ? 0 : 1

function shown({ case: number, what, language: of, stream }: Broken): string {
  return `  case ${number}, ${of}: ${what}\n    ${stream}`
}
