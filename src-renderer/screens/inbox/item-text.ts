import type { InboxItem } from '../../../src-shared/station/inbox/item.ts'
import { withDates } from '../../locale/format.ts'
import type { Locale } from '../../locale/locale.svelte.ts'
import { isMessageKey } from '../../messages/catalogue.ts'

type Words = Pick<Locale, 'fill' | 'word' | 'language' | 't' | 'day' | 'moment'>

/**
 * The text of an item, and the English text of a printer, a carrier or a program about it. An item without a code, as
 * older versions wrote them, is its text.
 */
export function itemText({ kind, code, text: written }: Pick<InboxItem, 'kind' | 'code' | 'text'>, words: Words) {
  const text = withDates(written, words)
  const said = ofCode(kind, code, words)
  if (said === null) return { text, more: '' }
  if (kind === 'approval') return { text: said, more: text }
  // Who wrote the text wrote it in English: there it is the fuller one.
  if (words.language === 'en' && text !== '') return { text, more: '' }
  return { text: said, more: text === said ? '' : text }
}

function ofCode(kind: InboxItem['kind'], code: string | null, words: Words): string | null {
  if (code === null) return null
  if (kind === 'exception') {
    const said = words.word('exception', code)
    return said === code ? null : said
  }
  if (kind === 'approval') {
    const key = `approval.what.${code}`
    return isMessageKey(key) ? words.fill(key) : words.t('approval.what.other', { command: code })
  }
  const key = `error.${code}`
  return isMessageKey(key) ? words.fill(key) : null
}
