import { PassThrough } from 'node:stream'
import fc from '../support/fast-check.ts'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { CallRecord } from '../../src-main/freight/http/call-record.ts'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import { redact } from '../../src-main/freight/http/redact.ts'
import { createTransport } from '../../src-main/freight/http/transport.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { httpServer } from '../support/http-server.ts'

const swapCase = (text: string) =>
  [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('')
const eachChar = (form: (char: string) => string) => (text: string) => [...text].map(form).join('')
const hexOf = (char: string) => char.charCodeAt(0).toString(16).padStart(2, '0')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64url = (text: string) => Buffer.from(text).toString('base64url')
const hex = (text: string) => Buffer.from(text).toString('hex')
const cut = (every: number, by: string) => (text: string) =>
  text.match(new RegExp(`[^]{1,${every}}`, 'g'))?.join(by) ?? text
const html = (text: string) =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll('&#38;', '&amp;')

/** What a service says, and the part of it that tells of the key. */
interface Saying {
  said: string
  part: string
}

/** The key in the middle of something longer that is in base64 as a whole. */
const inside = (before: string, behind: string) => (key: string) => {
  const said = base64(before + key + behind)
  const part = said.slice(Math.floor((before.length * 8) / 6), Math.ceil(((before.length + key.length) * 8) / 6))
  return { said, part }
}

/** How a service may say the key again. */
const ENCODINGS: Record<string, (key: string) => string | Saying> = {
  'as it is': (key) => key,
  'in base64': base64,
  'in base64 for URLs': base64url,
  'in base64 behind one byte': inside('x', 'abc'),
  'in base64 behind two bytes': inside('xy', 'abc'),
  'in base64 of the whole header': inside('Authorization: Bearer ', '\r\n\r\n'),
  'in base64, cut into lines': (key) => cut(16, '\r\n')(base64(key)),
  'in base64, in a URL': (key) => encodeURIComponent(base64(key)),
  'in hex': hex,
  'in hex of capitals': (key) => hex(key).toUpperCase(),
  'in hex of changing case': (key) => swapCase(hex(key)),
  'in hex, in pairs': (key) => cut(2, ':')(hex(key)),
  'in hex, as a program writes it': (key) => eachChar((char) => `\\x${hexOf(char)}`)(key),
  'in hex, as a list': (key) => eachChar((char) => `0x${hexOf(char)}, `)(key),
  'encoded for a URL': encodeURIComponent,
  'encoded for a URL, every character': eachChar((char) => `%${hexOf(char)}`),
  'encoded for a URL twice': (key) => encodeURIComponent(eachChar((char) => `%${hexOf(char).toUpperCase()}`)(key)),
  'escaped for JSON': (key) => JSON.stringify(key).slice(1, -1),
  'escaped for JSON, every character': eachChar((char) => `\\u00${hexOf(char)}`),
  'escaped for HTML': html,
  'escaped for HTML, every character': eachChar((char) => `&#${char.charCodeAt(0)};`),
  'escaped for HTML in hex': eachChar((char) => `&#x${hexOf(char).toUpperCase()};`),
  'cut into lines': cut(5, '\n'),
  'cut into lines that are indented': cut(7, '\r\n    '),
  'cut into lines, escaped': cut(6, '\\r\\n'),
  'cut into lines of HTML': cut(6, '<br>'),
  'in the other case': swapCase,
}

function sayingOf(encoded: string | Saying): Saying {
  return typeof encoded === 'string' ? { said: encoded, part: encoded } : encoded
}

/** What an HTTP header can carry. A key that looks like an escape itself is only known where nothing else is escaped. */
const letters = Array.from({ length: 0x7e - 0x20 }, (_, at) => String.fromCharCode(0x21 + at))
const key = fc
  // Of single letters: a generated string is now and then `hasOwnProperty`, whose parts stand in every stack.
  .array(fc.constantFrom(...letters.filter((char) => !'\\%&'.includes(char))), { minLength: 12, maxLength: 60 })
  .map((chars) => chars.join(''))
  // A key that is one character again and again has no parts that could be told from chance.
  .filter((text) => new Set(text).size > 6)
const integration = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', ' ', '.', '{', '"', '\n', 'é', '漢'),
  maxLength: 30,
})

/**
 * An independent look: no third of what was said may be left. Blanks are taken out first, for they split nothing.
 */
function expectNothingOf(said: string, shown: string): void {
  const bare = (text: string) => text.replace(/\s/g, '')
  const [needle, hay] = [bare(said), bare(shown)]
  const size = Math.max(6, Math.ceil(needle.length / 3))
  for (let at = 0; at + size <= needle.length; at++) expect(hay).not.toContain(needle.slice(at, at + size))
}

describe('the API key in what a service says', () => {
  it.each(Object.entries(ENCODINGS))('%s is hidden wherever it stands', (_name, encode) => {
    fc.assert(
      fc.property(key, integration, integration, (secret, before, behind) => {
        const { said, part } = sayingOf(encode(secret))
        expectNothingOf(part, redact(`${before}<${said}>${behind}`, secret))
      }),
      { numRuns: 200 },
    )
  })

  it('leaves everything else as it was', () => {
    fc.assert(
      fc.property(
        key,
        fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '%', '\\', '&', '\n', '=') }),
        (secret, text) => {
          expect(redact(`start ${text} end`, secret)).toBe(`start ${text} end`)
        },
      ),
    )
    expect(redact('pay 0x10 at 10:30, PO-7 & more', 'sk_live_0123456789')).toBe('pay 0x10 at 10:30, PO-7 & more')
    expect(redact('before sk_live_0123456789 behind', 'sk_live_0123456789')).toBe('before ••• behind')
  })

  it('takes no longer to hide than the text is long, whatever the text', () => {
    const nasty = ['\\n', 'n', ' ', '%', '%25', '\\', '&#0', '0x', '-', '6e', 'bm5u']
    const secret = `${'n'.repeat(40)}X`
    const cost = (length: number, times: number) => {
      const before = process.threadCpuUsage()
      for (const piece of nasty) for (let n = 0; n < times; n++) redact(piece.repeat(length / piece.length), secret)
      return process.threadCpuUsage(before).user
    }
    cost(10_000, 1)
    // As much text in twenty pieces costs the same; did the cost grow with the square, the whole would cost twenty times as much.
    expect(cost(400_000, 1)).toBeLessThan(7 * Math.max(cost(20_000, 20), 10_000))
  })
})

/** A service that says the key again in every place it has. */
async function echoing(said: string, status: number, where: 'message' | 'details' | 'html' | 'text' | 'header') {
  const { baseUrl } = await httpServer((_request, response) => {
    const headers = { 'x-request-id': where === 'header' ? said.replace(/[^\x20-\x7e]/g, '') : 'req-1' }
    if (where === 'html' || where === 'text') {
      response.writeHead(status, { ...headers, 'content-type': where === 'html' ? 'text/html' : 'text/plain' })
      return response.end(where === 'html' ? `<html><body><h1>Bad key</h1><p>${said}</p></body></html>` : said)
    }
    const error = {
      code: 'INVALID_REQUEST',
      message: where === 'message' ? `No such key: ${said}!` : 'No such key',
      details: where === 'details' ? { header: [{ [said]: said }] } : {},
    }
    response.writeHead(status, { ...headers, 'content-type': 'application/json' })
    return response.end(JSON.stringify({ success: false, error }))
  })
  return baseUrl
}

describe('a service that says the key again', () => {
  it('gets it into no error, no entry of the request log and no line of the log', async () => {
    const log = new PassThrough()
    let logged = ''
    log.on('data', (chunk: Buffer) => (logged += chunk.toString()))
    vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void log.write(parts.map(String).join(' ')))
    const places = fc.constantFrom('message', 'details', 'html', 'text', 'header')
    await fc.assert(
      fc.asyncProperty(
        key,
        fc.constantFrom(...Object.entries(ENCODINGS)),
        places,
        fc.constantFrom(200, 400, 401, 500),
        async (secret, [, encode], where, status) => {
          const { said, part } = sayingOf(encode(secret))
          const exchanges: CallRecord[] = []
          const baseUrl = await echoing(said, status, where)
          const transport = createTransport(async () => ({ baseUrl, apiKey: secret }), {
            clock: new FakeClock(),
            random: () => 0,
            onCall: (exchange) => exchanges.push(exchange),
          })
          const error: unknown = await transport
            .json(
              { method: 'POST', path: '/quote', family: 'general', repeatable: 'never' },
              z.object({ success: z.literal(true), data: z.null() }),
            )
            .catch((cause: unknown) => cause)
          if (!(error instanceof FreightError)) throw error
          console.error(error.stack, JSON.stringify(error.toData()))
          for (const text of [textsOf(error.toData()), textsOf(exchanges), logged]) expectNothingOf(part, text)
          expect(exchanges).toHaveLength(1)
          expect(exchanges[0]?.requestBody).toBeNull()
          logged = ''
        },
      ),
      { numRuns: 150 },
    )
  })

  it('cannot hide a part of it at the place where a long answer is cut off', async () => {
    const secret = 'sk_live_51HxQ9PzW3nYb7'
    /** What is kept of a call that is answered with this. */
    const kept = async (body: string) => {
      const exchanges: CallRecord[] = []
      const baseUrl = await echoing(body, 500, 'text')
      const transport = createTransport(async () => ({ baseUrl, apiKey: secret }), {
        clock: new FakeClock(),
        onCall: (exchange) => exchanges.push(exchange),
      })
      await transport
        .text({ method: 'GET', path: '/help', family: 'general', repeatable: 'never', accept: 'text/plain' })
        .catch(() => null)
      return exchanges[0]?.responseBody
    }
    for (const lead of [4080, 4090, 12_270, 12_280]) {
      const shown = await kept('k'.repeat(lead) + hex(secret) + 'z'.repeat(20_000))
      expect(shown?.length).toBeGreaterThan(4000)
      expect(shown).not.toContain(hex(secret).slice(0, 8))
    }
    expect(await kept(`${hex(secret)} `.repeat(1000))).toMatch(/^[• ]+$/)
  })
})

/** Every text in data, as it is, without what JSON would put around it. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textsOf).join('|')
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([name, inner]) => `${name}|${textsOf(inner)}`)
    .join('|')
}
