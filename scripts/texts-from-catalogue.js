/** A word for people: two letters or more in a row, in any alphabet. */
const WORD = /\p{L}{2,}/u
/** Attributes that a person reads or hears. */
const READ_ATTRIBUTES = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title'])
/** Elements whose text is a name of a key or of a thing that has no translation. */
const UNTRANSLATED = new Set(['kbd', 'code'])
/** Marks and units that are the same in every language of the catalogue. */
const SAME_EVERYWHERE = new Set([
  'Waybill',
  'PRO',
  'BOL',
  'SCAC',
  'PO',
  'USD',
  'lb',
  'kg',
  'in',
  'cm',
  'dpi',
  'ms',
  'kB',
  'MB',
  'GB',
])

/** Addresses, paths and codes are no words. */
const isForPeople = (text) =>
  text
    .replaceAll(/\S*[/_]\S*/g, ' ')
    .split(/[^\p{L}]+/u)
    .some((word) => WORD.test(word) && !SAME_EVERYWHERE.has(word))

const isWithin = (node, names) => {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'SvelteStyleElement') return true
    if (at.type === 'SvelteElement' && names.has(at.name?.name)) return true
  }
  return false
}

/**
 * ESLint rule: a component holds no text for people of its own. Every text is in src-renderer/messages, in each language,
 * and is asked for by its key.
 */
export const textsFromCatalogue = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { text: 'Put “{{text}}” into src-renderer/messages and ask for it with locale.t.' },
  },
  create(context) {
    const report = (node, text) => context.report({ node, messageId: 'text', data: { text: text.trim().slice(0, 40) } })
    return {
      SvelteText(node) {
        if (isForPeople(node.value) && !isWithin(node, UNTRANSLATED)) report(node, node.value)
      },
      SvelteAttribute(node) {
        if (!READ_ATTRIBUTES.has(node.key.name)) return
        for (const part of node.value) {
          if (part.type === 'SvelteLiteral' && isForPeople(part.value)) report(node, part.value)
        }
      },
    }
  },
}
