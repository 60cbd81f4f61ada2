import { z } from 'zod'

/** The placeholders of a template; everything else in braces is refused. */
export const PAPER_WORDS = [
  'company',
  'consignee',
  'reference',
  'carrier',
  'pro',
  'tracking',
  'pieces',
  'weight',
  'expected',
] as const
export type PaperWord = (typeof PAPER_WORDS)[number]

const WORD = /\{([^{}]*)\}/g
const isKnown = (word: string): word is PaperWord => PAPER_WORDS.some((known) => known === word)

const template = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `at most ${most} characters`)
    .superRefine((text, context) => {
      const unknown = [...text.matchAll(WORD)].map(([, word = '']) => word).find((word) => !isKnown(word))
      if (unknown === undefined) return
      const message = `{${unknown}} cannot be filled in; use ${PAPER_WORDS.join(', ')}`
      context.addIssue({ code: 'custom', message })
    })

const textsSchema = z.object({
  /** At the foot of the packing slip. */
  note: template(300).default(''),
  mailSubject: template(150),
  mailBody: template(1_200),
})

const STARTING_TEXTS = {
  en: {
    note: '',
    mailSubject: 'Your order {reference} is on its way',
    mailBody:
      'Hello {consignee},\n\nyour order {reference} ships with {carrier}.\nPRO: {pro}\nTracking: {tracking}\nPieces: {pieces}, {weight}\nExpected: {expected}\n\n{company}',
  },
  es: {
    note: '',
    mailSubject: 'Su pedido {reference} va en camino',
    mailBody:
      'Hola, {consignee}:\n\nsu pedido {reference} se envía con {carrier}.\nPRO: {pro}\nGuía: {tracking}\nBultos: {pieces}, {weight}\nEntrega estimada: {expected}\n\n{company}',
  },
} as const

/** The texts of a station's own papers. */
export const papersSchema = z.object({
  companyName: z.string().trim().max(80, 'the company name must be at most 80 characters').default(''),
  /** The sender as printed, line by line; empty: the shipment's own. */
  sender: z.string().trim().max(400, 'the sender must be at most 400 characters').default(''),
  /** Whether the slip names the goods, line by line. */
  hasGoods: z.boolean().default(true),
  /** `station`: the language of the screens. */
  language: z.enum(['station', 'en', 'es'], 'language must be station, en, or es').default('station'),
  texts: z.object({ en: textsSchema, es: textsSchema }).default({ ...STARTING_TEXTS }),
})
export type Papers = z.output<typeof papersSchema>
export const STARTING_PAPERS: Papers = papersSchema.parse({})

/** A template with its words filled in; a line of which a word is not known is left out, and no word is filled twice. */
export function fillTemplate(text: string, words: Readonly<Record<PaperWord, string | null>>): string {
  return text
    .split('\n')
    .filter((line) => [...line.matchAll(WORD)].every(([, word = '']) => !isKnown(word) || words[word]))
    .map((line) => line.replaceAll(WORD, (whole, word: string) => (isKnown(word) ? (words[word] ?? '') : whole)))
    .join('\n')
    .trim()
}

/** Longer links are cut by mail programs, on Windows above all. */
const MOST_LINK = 2_000

/** A link that opens the mail program with everything written, and sends nothing. */
export function mailLink({ to, subject, body }: { to: string | null; subject: string; body: string }): string {
  const link = (text: string) =>
    `mailto:${encodeURIComponent(to ?? '').replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}` +
    `&body=${encodeURIComponent(text.replaceAll(/\r?\n/g, '\r\n'))}`
  let text = body
  while (link(text).length > MOST_LINK && text !== '') text = text.slice(0, -20)
  return link(text)
}

/** A mail about a shipment as it would be written. */
export interface ShipmentMail {
  /** Null: no address is known. */
  to: string | null
  subject: string
  body: string
  /** `mailto:` with all of it. */
  link: string
}

/** Bytes of a logo, as base64 of a PNG file. */
const MOST_LOGO_BYTES = 200_000
export const logoSchema = z
  .base64('the logo must be a PNG file as base64')
  .min(1, 'the logo is empty')
  .max(Math.ceil(MOST_LOGO_BYTES / 3) * 4, `the logo must be at most ${MOST_LOGO_BYTES / 1000} kB`)
  .nullable()
