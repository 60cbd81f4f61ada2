import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { boundedFields, boundedJson, excessOf } from '../../src-shared/bounded-json.ts'
import { commands } from '../../src-shared/station/commands.ts'
import { withoutControls } from '../../src-shared/station/limits.ts'
import { boundedAnswer, invalidInput, isJsonWithin } from '../../src-main/app/command-bounds.ts'
import { commandFields } from '../support/command-fields.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

describe('what a command takes', () => {
  it('has a most for every text, number, list and record', () => {
    const fields = commandFields()
    const unbounded = fields.filter(({ most }) => most === null).map(({ command, path }) => `${command}${path}`)
    expect(unbounded).toEqual([])
    const bottomless = fields.filter(({ kind, least }) => kind === 'number' && least === null)
    expect(bottomless.map(({ command, path }) => `${command}${path}`)).toEqual([])
    // The walk really goes to the bottom of the table.
    expect(fields.length).toBeGreaterThan(300)
    expect(fields).toContainEqual(expect.objectContaining({ command: 'batches.rows', path: '.bookingStates', most: 7 }))
  })

  it('is a name of one line wherever people name something', () => {
    const takesLines = commandFields()
      .filter(({ kind, path }) => kind === 'text' && /\.(name|(station|operator|printer)Name)$/.test(path))
      // Freight is the interface's; a backup's name is looked for; a screen's error comes from a program.
      .filter(({ command }) => !/^(quotes|maintenance)\.|^support.screenError$/.test(command))
      .filter(({ schema }) =>
        ['Dock\r\nBcc: all@example.com', 'Dock\u001b[2J'].some((text) => z.safeParse(schema, text).success),
      )
      .map(({ command, path }) => `${command}${path}`)
    expect(takesLines).toEqual([])
    const mail = { host: 'mail.example.com', port: 587, security: 'tls', user: 'a\nb', from: 'a@b.de', to: ['a@b.de'] }
    expect(commands['inbox.setRules'].input.safeParse({ rules: { mail } }).success).toBe(false)
    expect(commands['inbox.setRules'].input.safeParse({ rules: { mail: { ...mail, user: 'ab' } } }).success).toBe(true)
  })

  it('is refused unread when a list of it is a million long, in a short answer', async () => {
    const { station } = await testStation(await testSandbox())
    let read = 0
    const bookingStates = new Proxy(
      Array.from({ length: 1_000_000 }, () => 'QUEUD'),
      {
        get: (list, key, receiver): unknown => {
          if (typeof key === 'string' && /^\d+$/.test(key)) read += 1
          return Reflect.get(list, key, receiver)
        },
      },
    )
    const result = await station.invoke('batches.rows', { batchId: 'b', bookingStates })
    expect(read).toBeLessThan(100)
    expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(JSON.stringify(result).length).toBeLessThan(1_000)
  })

  it('is told wrong in twenty places at most, with how many more there are', () => {
    const schema = z.array(z.object({ state: z.enum(['a', 'b']) }))
    const wrong = schema.safeParse(Array(500).fill({ state: 'c' }))
    if (wrong.success) throw new Error('it was taken')
    const { details } = invalidInput(wrong.error)
    expect(details.issues).toHaveLength(20)
    expect(details.more).toBe(480)
  })

  it('is told wrong with a short path and a short sentence, however long its keys are', () => {
    const wrong = z
      .object({})
      .strict()
      .safeParse({ ['k'.repeat(1_000_000)]: 1 })
    const deep = z.record(z.string(), z.int()).safeParse({ ['k'.repeat(1_000_000)]: 'x' })
    if (wrong.success || deep.success) throw new Error('it was taken')
    for (const error of [wrong.error, deep.error]) {
      const reported = invalidInput(error).toData()
      expect(JSON.stringify(reported).length).toBeLessThan(2_000)
    }
  })

  it('may be JSON of any shape only within its bounds, however deep it is', () => {
    const bounds = { depth: 3, values: 10, text: 20 }
    const schema = boundedJson(bounds)
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(schema.safeParse(deep).success).toBe(false)
    expect(schema.safeParse([[[1]]]).success).toBe(true)
    expect(schema.safeParse([[[[1]]]]).success).toBe(false)
    expect(schema.safeParse(Array(9).fill(0)).success).toBe(true)
    expect(schema.safeParse(Array(10).fill(0)).success).toBe(false)
    expect(schema.safeParse({ key: 'x'.repeat(17) }).success).toBe(true)
    expect(schema.safeParse({ key: 'x'.repeat(18) }).success).toBe(false)
    const fields = boundedFields(bounds, 'must be fields')
    expect(fields.safeParse({ a: { b: 'c' } }).success).toBe(true)
    expect(fields.safeParse([1]).success).toBe(false)
  })

  it('counts no value twice', () => {
    const bounds = { depth: 100, values: 1_000_000, text: 1_000_000 }
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(excessOf(value, bounds)).toBeNull()
        const values = valuesIn(value)
        expect(excessOf(value, { ...bounds, values })).toBeNull()
        expect(excessOf(value, { ...bounds, values: values - 1 })).toBe('values')
      }),
    )
  })
})

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1)
}

describe('what a command answers', () => {
  it('is told as too large when it is longer than a caller can be given', () => {
    const large = { ok: true, value: Array(2_000).fill('x'.repeat(1_000)) } as const
    expect(boundedAnswer('shipments.search', large, 1024 * 1024)).toMatchObject({
      ok: false,
      error: { code: 'TOO_LARGE', details: { most: 1024 * 1024 } },
    })
    expect(boundedAnswer('shipments.search', large, 4 * 1024 * 1024)).toBe(large)
  })

  it('is measured as its JSON is long, whose escapes and commas may add a little', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { length } = JSON.stringify(value)
        expect(isJsonWithin(value, 2 * length + 10)).toBe(true)
        expect(isJsonWithin(value, Math.floor(length / 6) - 1)).toBe(false)
      }),
    )
  })
})

describe('what is searched for', () => {
  it('loses the characters that nobody types, and keeps blanks', () => {
    expect(withoutControls('PO\u0000-1\u0007\u009b 48\t213\r\n')).toBe('PO-1 48\t213\r\n')
  })

  it('is answered wherever there is a NUL in it', async () => {
    const { station } = await testStation(await testSandbox())
    const searches = [
      ['addressBook.search', { text: 'a\u0000b' }],
      ['quotes.list', { text: '\u0000' }],
      ['quotes.list', { text: 'x \u0000"y' }],
      ['shipments.search', { text: 'PO\u0000' }],
      ['documents.search', { text: 'PO\u0000' }],
      ['bookings.list', { text: 'PO\u0000 \u0001' }],
      ['audit.list', { text: 'a\u0000' }],
      ['requests.list', { path: 'a\u0000' }],
      ['shipments.lookupMany', { codes: ['PO\u0000-1'] }],
    ] as const
    for (const [name, input] of searches) {
      expect({ name, ...(await station.invoke(name, input)) }).toMatchObject({ name, ok: true })
    }
  })
})
