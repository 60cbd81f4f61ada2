import type { Settings } from '../../src-shared/station/state.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import { formatMessage, type MessageParams } from './format-message.ts'

export type Language = Settings['language']
/** Every text on screen has a key; a key that one of the languages lacks does not compile. */
export type MessageKey = keyof typeof en

const catalogues = {
  en: en satisfies Record<keyof typeof es, string>,
  es: es satisfies Record<keyof typeof en, string>,
} satisfies Record<Language, Record<MessageKey, string>>

/** Freight crosses the US-Mexico border: the two languages come with those two countries' ways of writing numbers. */
export const LOCALES = { en: 'en-US', es: 'es-MX' } satisfies Record<Language, string>

/** The text of a key in a language, filled. */
export function translate(language: Language, key: MessageKey, params: MessageParams = {}): string {
  return formatMessage(catalogues[language][key], params, LOCALES[language])
}

/** For words that come from outside (an error code, a status the interface may add): is there a text for it? */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key)
}
