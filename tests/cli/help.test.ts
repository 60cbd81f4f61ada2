import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadCommands } from '../../src-main/cli/cli.ts'

/** The values that an explanation calls the default: `(default 90)`, `cheapest (default; ...)`. What is behind a colon is a rule. */
function defaultsIn(usage: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of usage.split('\n')) {
    const [, option, text = ''] = /^ +--([a-z-]+)(.*)$/.exec(line) ?? []
    const [, before, named] = /(\S+) \(default(?: ([^\s);,]+))?[;)]/.exec(text) ?? []
    if (option !== undefined && before !== undefined) found.set(option, named ?? before)
  }
  return found
}

const cases = (await loadCommands()).flatMap(({ name, usage, options }) =>
  [...defaultsIn(usage)].map(([option, said]) => ({ name, option, said, options })),
)

test('the defaults that are explained are read from the explanations', () => {
  expect(cases.map(({ name, option, said }) => `${name} --${option} ${said}`)).toEqual(
    expect.arrayContaining([
      'batch --on-duplicate skip',
      'batch --on-error stop-all',
      'book --rate cheapest',
      'print --wait 120',
    ]),
  )
})

test.each(cases)('$name --help says the default of --$option that holds', ({ option, said, options }) => {
  if (!(options instanceof z.ZodObject)) throw new Error('its options are no object')
  const shape = z.record(z.string(), z.instanceof(z.ZodType)).parse(options.shape)
  expect(String(shape[option]?.parse(undefined))).toBe(said)
})
