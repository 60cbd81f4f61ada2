import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { z } from 'zod'
import { projectRoot } from './project.ts'

/**
 * `node scripts/asian-letters.ts`: writes the letters of Chinese, Japanese and Korean beside src-node/letters, from Noto Sans of
 * the npm registry (SIL Open Font License 1.1): the characters of the first level of each country's own set, outlines alone,
 * packed. The fonts whole are 22 MB and are asked for here only.
 */
const VERSION = '0.4.3'
const FOLDER = join(projectRoot, 'src-node', 'letters')

/** What the subsetter of HarfBuzz exports, as far as it is called. Addresses and numbers alone. */
const call = z.custom<(...values: number[]) => number>((value) => typeof value === 'function')
const subsetterSchema = z.object({
  memory: z.custom<{ readonly buffer: ArrayBuffer }>(
    (value) => typeof value === 'object' && value !== null && 'buffer' in value,
  ),
  malloc: call,
  hb_blob_create: call,
  hb_blob_get_data: call,
  hb_blob_get_length: call,
  hb_face_create: call,
  hb_face_reference_blob: call,
  hb_set_add: call,
  hb_subset_input_create_or_fail: call,
  hb_subset_input_unicode_set: call,
  hb_subset_input_set: call,
  hb_subset_input_set_flags: call,
  hb_subset_or_fail: call,
})

/** HB_MEMORY_MODE_WRITABLE, HB_SUBSET_FLAGS_NO_HINTING, HB_SUBSET_SETS_DROP_TABLE_TAG. */
const [WRITABLE, NO_HINTING, DROPPED_TABLES] = [2, 1, 3]
/** Rules for joining, kerning and writing downwards: a line of a label needs none of them. */
const TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'VORG', 'vhea', 'vmtx', 'STAT', 'DSIG', 'gasp', 'prep', 'OS/2', 'post']

/** Each with rows of a national set of characters, as their first bytes: signs and kana, then letters. */
const FONTS = [
  // GB 2312: signs, level 1.
  {
    name: 'chinese',
    font: 'SC',
    encoding: 'gb18030',
    rows: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
  },
  // JIS X 0208: signs and kana, level 1.
  {
    name: 'japanese',
    font: 'JP',
    encoding: 'euc-jp',
    rows: [
      [0xa1, 0xa5],
      [0xb0, 0xcf],
    ],
  },
  // KS X 1001: signs, syllables.
  {
    name: 'korean',
    font: 'KR',
    encoding: 'euc-kr',
    rows: [
      [0xa1, 0xa3],
      [0xb0, 0xc8],
    ],
  },
] as const

function charactersOf(encoding: string, rows: readonly (readonly [number, number])[]): number[] {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const found: number[] = []
  for (const [first, last] of rows) {
    for (let row = first; row <= last; row += 1) {
      for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
        try {
          found.push(decoder.decode(Uint8Array.of(row, cell)).codePointAt(0) ?? 0)
        } catch (error) {
          // A cell of the set that holds nothing.
          if (!(error instanceof TypeError)) throw error
        }
      }
    }
  }
  return found
}

/** The font with these characters alone, without hints and rules. */
function subsetOf(font: Uint8Array, characters: readonly number[]): Uint8Array {
  const { resolve } = createRequire(import.meta.url)
  const program = readFileSync(join(resolve('harfbuzzjs'), '..', 'harfbuzz-subset.wasm'))
  const hb = subsetterSchema.parse(new WebAssembly.Instance(new WebAssembly.Module(program), {}).exports)
  const at = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, at)
  const face = hb.hb_face_create(hb.hb_blob_create(at, font.length, WRITABLE, 0, 0), 0)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_set_flags(input, NO_HINTING)
  for (const character of characters) hb.hb_set_add(hb.hb_subset_input_unicode_set(input), character)
  for (const table of TABLES) {
    hb.hb_set_add(hb.hb_subset_input_set(input, DROPPED_TABLES), Buffer.from(table, 'latin1').readUInt32BE())
  }
  const subset = hb.hb_subset_or_fail(face, input)
  if (subset === 0) throw new Error('HarfBuzz makes no subset of this font')
  const blob = hb.hb_face_reference_blob(subset)
  return new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(blob, 0), hb.hb_blob_get_length(blob)).slice()
}

function packed(bytes: Uint8Array): Uint8Array {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliCompressSync(bytes, { params })
}

const temporary = mkdtempSync(join(tmpdir(), 'waybill-letters-'))
try {
  for (const { name, font, encoding, rows } of FONTS) {
    const of = `@expo-google-fonts/noto-sans-${font.toLowerCase()}@${VERSION}`
    const archive = execFileSync('npm', ['pack', '--silent', of], { cwd: temporary, encoding: 'utf8' }).trim()
    execFileSync('tar', ['-xzf', archive], { cwd: temporary })
    const from = join(temporary, 'package')
    const whole = readFileSync(join(from, '400Regular', `NotoSans${font}_400Regular.ttf`))
    const file = packed(subsetOf(whole, charactersOf(encoding, rows)))
    writeFileSync(join(FOLDER, `${name}.ttf.br`), file)
    copyFileSync(join(from, 'LICENSE_FONT'), join(FOLDER, 'LICENSE_FONT'))
    rmSync(from, { recursive: true })
    console.log(`${name}: ${file.length} bytes`)
  }
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
