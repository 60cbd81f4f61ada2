import type * as Shaper from 'harfbuzzjs'
import { blankBitmap, type Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fillOutlines } from '../../src-labels/bitmap/fill-path.ts'
import { lacksLetters, type Letters } from '../../src-labels/compose/letters.ts'
import { plainSpelling } from '../../src-labels/transliterate.ts'
import { openBidi } from './bidi.ts'
import { asianFontFile, asianFontsFor, fontFiles, type AsianFont } from './fonts.ts'
import { outlinesOf } from './outlines.ts'

/**
 * Of a row's height in a printer's font: size of the letters, the height of a row of them, and where their baseline
 * is.
 */
const [SIZE, ROW, BASELINE] = [0.8, 1.25, 0.85]
/** No line of a label has more. */
const MOST_CHARACTERS = 400

/** A font, and which characters it has. */
interface Script {
  font: Shaper.Font
  unitsPerEm: number
  characters: ReadonlySet<number>
}

/** A piece of a line in one font and one direction. */
interface Run {
  text: string
  script: Script
  isRightToLeft: boolean
}

/** Lines as outlines, for paper that is not made of dots. */
export interface LineShapes {
  /** Whether a font here has this character. */
  has(char: string): boolean
  /** The line as an SVG path in thousandths of the type's size, y downwards from the base line; and how long it is, in the same. */
  shapeOf(line: string): { path: string; length: number }
}

/** Of the type's size, in an outline. */
const THOUSANDTHS = 1000

let drawing: Promise<Letters & LineShapes> | null = null

/** What draws lines in any of the scripts, as dots and as outlines. Fonts are loaded once. */
export function openLetters(): Promise<Letters & LineShapes> {
  drawing ??= import('harfbuzzjs').then((shaper) => createLetters(shaper))
  return drawing
}

/**
 * What draws the letters of these texts that printers lack; null when there is none of them. Fonts are loaded once.
 * Letters of any order and direction are shaped by HarfBuzz and laid out by the Unicode Bidirectional Algorithm. A letter
 * that no font here has is spelled in plain Latin letters, or is `?`.
 * @param texts everything that may be written, in any form that JSON has.
 */
export async function lettersFor(texts: unknown): Promise<Letters | null> {
  if (!lacksLetters(JSON.stringify(texts))) return null
  return openLetters()
}

/** Characters of a text that neither printers nor the fonts here have, each once: on paper they are spelled, or are `?`. */
export async function lettersNotDrawn(text: string): Promise<string[]> {
  if (!lacksLetters(text)) return []
  const { has } = await openLetters()
  const characters = new Set(text.normalize('NFC'))
  return [...characters].filter((char) => lacksLetters(char) && !isSilent(char) && !has(char))
}

function createLetters(shaper: typeof Shaper): Letters & LineShapes {
  const bidi = openBidi()
  const open = (bytes: Buffer): Script => {
    const face = new shaper.Face(new shaper.Blob(new Uint8Array(bytes).buffer))
    return { font: new shaper.Font(face), unitsPerEm: face.upem, characters: new Set(face.collectUnicodes()) }
  }
  const scripts = fontFiles().map(open)
  /** Opened when a letter is found in no other: they are larger than all others together. */
  const asian = new Map<AsianFont, Script>()

  function asianScript(name: AsianFont): Script {
    const script = asian.get(name) ?? open(asianFontFile(name))
    asian.set(name, script)
    return script
  }

  /** In which font a letter of the line is. */
  function scriptOf(char: string, line: string): Script | undefined {
    const has = ({ characters }: Script) => characters.has(char.codePointAt(0) ?? 0)
    const found = scripts.find(has)
    if (found) return found
    const names = asianFontsFor(char).length > 0 ? asianFontsFor(line) : []
    const name = names.find((one) => has(asianScript(one)))
    return name && asianScript(name)
  }

  /** Letters that are drawn as they are, and for others what can be drawn. */
  function drawable(line: string): string {
    const composed = line.normalize('NFC').slice(0, MOST_CHARACTERS)
    return [...composed]
      .map((char) => (scriptOf(char, composed) || isSilent(char) ? char : (plainSpelling(char) ?? '?')))
      .join('')
  }

  /** From left to right, as they appear on paper. */
  function runsOf(line: string): Run[] {
    const embedding = bidi.getEmbeddingLevels(line)
    const runs: (Run & { level: number })[] = []
    let at = 0
    for (const char of line) {
      const level = embedding.levels[at] ?? 0
      at += char.length
      const last = runs.at(-1)
      if (last?.level === level && (isSilent(char) || last.script.characters.has(char.codePointAt(0) ?? 0))) {
        last.text += char
        continue
      }
      const script = scriptOf(char, line) ?? last?.script ?? scripts[0]
      if (script) runs.push({ text: char, script, isRightToLeft: level % 2 === 1, level })
    }
    return reordered(runs)
  }

  /** Glyphs of a line with their places, in parts of the letters' size. */
  function shaped(line: string) {
    let pen = 0
    const glyphs: { script: Script; id: number; x: number; y: number }[] = []
    for (const { text, script, isRightToLeft } of runsOf(drawable(line))) {
      const buffer = new shaper.Buffer()
      buffer.addText(text)
      buffer.setDirection(isRightToLeft ? shaper.Direction.RTL : shaper.Direction.LTR)
      buffer.guessSegmentProperties()
      buffer.setDirection(isRightToLeft ? shaper.Direction.RTL : shaper.Direction.LTR)
      shaper.shape(script.font, buffer)
      const positions = buffer.getGlyphPositions()
      for (const [index, { codepoint }] of buffer.getGlyphInfos().entries()) {
        const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {}
        const inEms = (units: number) => units / script.unitsPerEm
        glyphs.push({ script, id: codepoint, x: pen + inEms(xOffset), y: inEms(yOffset) })
        pen += inEms(xAdvance)
      }
    }
    return { glyphs, width: pen }
  }

  return {
    rowHeight: (height) => Math.ceil(height * ROW),

    widthOf: (line, height) => Math.ceil(shaped(line).width * height * SIZE),

    draw(line, height): Bitmap {
      const { glyphs, width } = shaped(line)
      const [size, baseline] = [height * SIZE, height * BASELINE]
      const bitmap = blankBitmap(Math.max(1, Math.ceil(width * size)), Math.ceil(height * ROW))
      for (const { script, id, x, y } of glyphs) {
        const scale = size / script.unitsPerEm
        const place = (across: number, up: number) => ({
          x: x * size + across * scale,
          y: baseline - y * size - up * scale,
        })
        fillOutlines(bitmap, outlinesOf(script.font.glyphToJson(id), place))
      }
      return bitmap
    },

    has: (char) => scriptOf(char, char) !== undefined,

    shapeOf: (line) => {
      const { glyphs, width } = shaped(line)
      const parts = glyphs.flatMap(({ script, id, x, y }) => {
        const scale = THOUSANDTHS / script.unitsPerEm
        const place = (value: number, index: number) =>
          Math.round(index % 2 === 0 ? x * THOUSANDTHS + value * scale : -y * THOUSANDTHS - value * scale)
        return script.font.glyphToJson(id).map(({ type, values }) => type + values.map(place).join(' '))
      })
      return { path: parts.join(''), length: width * THOUSANDTHS }
    },

    isRightToLeft: (line) => (bidi.getEmbeddingLevels(line).paragraphs[0]?.level ?? 0) % 2 === 1,
  }
}

/** Marks, joiners and directions have no place of their own: they belong to the letter before. */
function isSilent(char: string): boolean {
  return /[\p{M}\p{Cf}]/u.test(char)
}

/** Runs as they appear on paper: from the highest level down, runs of it or higher are reversed (UAX 9, L2). */
function reordered(runs: readonly (Run & { level: number })[]): Run[] {
  let order = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const next: typeof order = []
    let turned: typeof order = []
    for (const run of order) {
      if (run.level >= level) turned.unshift(run)
      else {
        next.push(...turned, run)
        turned = []
      }
    }
    order = [...next, ...turned]
  }
  return order
}
