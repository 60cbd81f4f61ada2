/** The parameters of a message. */
export type MessageParams = Readonly<Record<string, string | number>>

/** A piece of a message: words, an argument, or an argument that chooses among forms. */
export type Part = string | { name: string } | { name: string; forms: ReadonlyMap<string, readonly Part[]> }

/**
 * Reads a message written in a small part of ICU MessageFormat: `{name}`, and
 * `{name, plural, one {# rate} other {# rates}}` with `#` as the formatted number and `=0` forms for exact values.
 * @throws Error when braces do not match or a plural has no `other` form.
 */
export function parseMessage(text: string): readonly Part[] {
  let at = 0

  function parts(isNested: boolean): Part[] {
    const found: Part[] = []
    let literal = ''
    while (at < text.length && !(isNested && text[at] === '}')) {
      if (text[at] === '{') {
        if (literal) found.push(literal)
        literal = ''
        at += 1
        found.push(argument())
      } else {
        literal += text.charAt(at)
        at += 1
      }
    }
    if (literal) found.push(literal)
    return found
  }

  function argument(): Part {
    const head = /^\s*(\w+)\s*(?:(\})|,\s*plural\s*,\s*)/.exec(text.slice(at))
    if (!head?.[1]) throw new Error(`message argument expected at ${at}: ${text}`)
    at += head[0].length
    if (head[2]) return { name: head[1] }
    const forms = new Map<string, readonly Part[]>()
    for (let form = nextForm(); form; form = nextForm()) {
      forms.set(form, parts(true))
      at += 1
    }
    at += 1
    if (!forms.has('other')) throw new Error(`plural without "other": ${text}`)
    return { name: head[1], forms }
  }

  function nextForm(): string | null {
    const head = /^\s*(=\d+|\w+)\s*\{/.exec(text.slice(at))
    if (!head?.[1]) {
      at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
      return null
    }
    at += head[0].length
    return head[1]
  }

  return parts(false)
}

const parsed = new Map<string, readonly Part[]>()

function partsOf(text: string): readonly Part[] {
  const known = parsed.get(text)
  if (known) return known
  const parts = parseMessage(text)
  parsed.set(text, parts)
  return parts
}

/** Fills a message. `locale` is a BCP 47 tag: it decides plural forms and how numbers are written. */
export function formatMessage(text: string, params: MessageParams, locale: string): string {
  const value = (name: string) => {
    const given = params[name]
    if (given === undefined) throw new Error(`message needs {${name}}: ${text}`)
    return given
  }
  const write = (given: string | number) =>
    typeof given === 'number' ? new Intl.NumberFormat(locale).format(given) : given
  const fill = (parts: readonly Part[], hash: string): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part.replaceAll('#', () => hash || '#')
        if (!('forms' in part)) return write(value(part.name))
        const count = Number(value(part.name))
        const form =
          part.forms.get(`=${count}`) ??
          part.forms.get(new Intl.PluralRules(locale).select(count)) ??
          part.forms.get('other') ??
          []
        return fill(form, write(count))
      })
      .join('')
  return fill(partsOf(text), '')
}
