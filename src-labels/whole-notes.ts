import { blankLabels, blankNotes } from './blank.ts'
import type { LabelLanguage } from './language.ts'
import type { LabelSentence } from './sentence.ts'
import { utf8Notes } from './zpl/character-set.ts'

/** What a whole stream does on paper that its commands alone do not show: blank labels, letters that print as others. */
export function wholeNotes(bytes: Uint8Array, language: LabelLanguage): LabelSentence[] {
  return [...blankNotes(blankLabels(bytes, language)), ...(language === 'ZPL' ? utf8Notes(bytes) : [])]
}
