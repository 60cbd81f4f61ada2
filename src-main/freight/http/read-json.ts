import { parseJson } from '../../../src-node/json-digits.ts'
import { unreadable } from './failure.ts'

/** No answer of the interface is deeper than ten levels; what is nested further is made to break a reader. */
const MAX_DEPTH = 64

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/** What bodies hold that were read: an answer is read for its value, its refusal and the record of its call. */
const known = new WeakMap<Uint8Array, unknown>()

/**
 * JSON of an answer's body; a body is parsed once.
 * @throws FreightError UNREADABLE_ANSWER when it is not UTF-8, not JSON or nested too deep
 */
export function readJson(body: Uint8Array): unknown {
  if (!known.has(body)) known.set(body, parsed(body))
  return known.get(body)
}

function parsed(body: Uint8Array): unknown {
  if (isTooDeep(body)) throw unreadable(`it is nested deeper than ${MAX_DEPTH} levels`, { bytes: body.length })
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    // The parser's message quotes a piece of the text, which may be a piece of the key.
    const what = isPage(body) ? 'a web page came instead; check the base URL' : 'it is not JSON'
    throw unreadable(what, { bytes: body.length })
  }
}

/** HTML begins so, whatever follows. */
const isPage = (body: Uint8Array) => /^\s*<(!doctype|html|\?xml)/i.test(new TextDecoder().decode(body.subarray(0, 200)))

/** The same, and undefined instead of an error: for a body that explains a failure if it can. */
export function readJsonQuietly(body: Uint8Array): unknown {
  try {
    return readJson(body)
  } catch {
    // No JSON of ours: the caller treats it as an answer outside the interface.
    return undefined
  }
}

/** Counts brackets outside strings, before anything is built from them. */
function isTooDeep(body: Uint8Array): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
  }
  return false
}
