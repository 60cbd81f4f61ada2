import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { fontSubset } from '../src-node/letters/font-subset.ts'
import { projectRoot } from './project.ts'

/**
 * `node scripts/asian-letters.ts`: writes the letters of Chinese, Japanese and Korean beside src-node/letters, from Noto Sans of
 * the npm registry (SIL Open Font License 1.1): the characters of the first level of each country's own set, outlines alone,
 * packed. The fonts whole are 22 MB and are asked for here only.
 */
const VERSION = '0.4.3'
const FOLDER = join(projectRoot, 'src-node', 'letters')

/** Rules for joining, kerning and writing downwards, names and measures: a line of a label needs none of them. */
const DROPPED = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'VORG', 'vhea', 'vmtx', 'STAT', 'DSIG', 'gasp', 'prep', 'OS/2', 'post']

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
    const file = packed(fontSubset(whole, charactersOf(encoding, rows), DROPPED))
    writeFileSync(join(FOLDER, `${name}.ttf.br`), file)
    copyFileSync(join(from, 'LICENSE_FONT'), join(FOLDER, 'LICENSE_FONT'))
    rmSync(from, { recursive: true })
    console.log(`${name}: ${file.length} bytes`)
  }
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
