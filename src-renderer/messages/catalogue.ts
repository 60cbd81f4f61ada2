import type { Settings } from '../../src-shared/station/app/state.ts'
import type en from './en.json'
import frame from './english-frame.ts'
import { formatMessage, type MessageParams } from './format-message.ts'
import type { MessageArguments } from './message-arguments.ts'

export type Language = Settings['language']
/** Every text on screen has a key; a key that one of the languages lacks does not compile. */
export type MessageKey = keyof typeof en

/** Keys of texts that are filled with something. */
type FilledKey = keyof MessageArguments
/** Keys of texts without placeholders. */
export type PlainKey = Exclude<MessageKey, FilledKey>
type BothOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/**
 * The arguments after a key: the parameters of its text, or none. For several keys, the parameters of any of them.
 */
export type Filling<K extends MessageKey> = [Extract<K, FilledKey>] extends [never]
  ? []
  : [params: BothOf<MessageArguments[Extract<K, FilledKey>]> & MessageParams]

/** A text to be shown later, with its parameters. */
export type Message =
  { key: PlainKey; params?: undefined } | { [K in FilledKey]: { key: K; params: MessageArguments[K] } }[FilledKey]

type Catalogue = Readonly<Record<string, string>>

/**
 * The frame's English is there from the start, the screens' comes with the first of them; another language is fetched
 * whole when it is chosen. So the start does not wait for all.
 */
const catalogues: { en: Catalogue } & Partial<Record<Language, Catalogue>> = { en: frame }

/** Fetches the English texts of all screens, once: before any of them is shown. */
export async function loadScreenTexts(): Promise<void> {
  if (catalogues.en !== frame) return
  const { default: screens } = await import('./english-screens.ts')
  catalogues.en = { ...frame, ...screens }
}

/** Fetches a language's texts, once. Until then its texts are English. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language !== 'es' || catalogues.es) return
  const [texts, commands] = await Promise.all([
    import('./es.json', { with: { type: 'json' } }),
    import('./label-commands-es.json', { with: { type: 'json' } }),
  ])
  catalogues.es = texts.default
  commandsInSpanish = commands.default
}

/** What commands of label languages do in Spanish, by what their rows say in English. */
let commandsInSpanish: Readonly<Record<string, string>> = {}

/** The effect of a label language's command, from its row; in English where it has no other words. */
export function commandDoes(language: Language, does: string): string {
  const words = language === 'es' && Object.hasOwn(commandsInSpanish, does) ? commandsInSpanish[does] : undefined
  return words ?? does
}

/** Freight crosses the US-Mexico border: the two languages come with those two countries' ways of writing numbers. */
export const LOCALES = { en: 'en-US', es: 'es-MX' } satisfies Record<Language, string>

/** The text of a key in a language, filled. */
export function translate(language: Language, key: MessageKey, params: MessageParams = {}): string {
  return formatMessage((catalogues[language] ?? catalogues.en)[key] ?? key, params, LOCALES[language])
}

/** For words that come from outside (an error code, a status the interface may add): is there a text for it? */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(catalogues.en, key)
}
