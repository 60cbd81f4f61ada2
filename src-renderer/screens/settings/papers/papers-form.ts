import { papersSchema, STARTING_PAPERS, type Papers } from '../../../../src-shared/station/documents/papers.ts'
import { parseWith, type ParsedForm } from '../../../forms/field-error.ts'

/** The form is the settings: every field is a text or a choice. */
export const papersFormFor = (papers: Papers = STARTING_PAPERS): Papers => structuredClone(papers)

export function parsePapers(form: Papers): ParsedForm<Papers> {
  return parseWith(papersSchema, form)
}

/** A logo is printed some 2.4 by 0.6 inches large: more dots than those of the finest printer would be lost. */
const MOST_WIDTH = 1_440
const MOST_HEIGHT = 360
/** Of the chosen file: a larger one is no logo. */
const MOST_FILE_BYTES = 10_000_000

/** The picture of a PNG or JPEG file as base64 of a PNG file of the size that is printed; null: it is none. */
export async function logoOf(file: File): Promise<string | null> {
  if (file.size > MOST_FILE_BYTES || !['image/png', 'image/jpeg'].includes(file.type)) return null
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, MOST_WIDTH / picture.width, MOST_HEIGHT / picture.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    // Transparent parts are white on paper.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').split(',')[1] ?? null
  } catch {
    // The browser cannot read it, regardless of its name.
    return null
  }
}
