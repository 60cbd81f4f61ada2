import { existsSync } from 'node:fs'
import { z } from 'zod'
import { eplCommand } from '../../src-labels/epl/command-table.ts'
import type { LabelLanguage } from '../../src-labels/language.ts'
import { zplCommand } from '../../src-labels/zpl/command-table.ts'

const readingSchema = z.object({
  commands: z.array(z.object({ name: z.string(), prefix: z.string(), at: z.number(), parameters: z.string() })),
  copies: z.number(),
  labels: z.number(),
})
export type Reading = z.infer<typeof readingSchema>
/** Reads a stream as a printer does, by the manual alone. */
export type SecondReader = (bytes: Uint8Array, language: 'zpl' | 'epl') => Reading

const moduleSchema = z.object({ readAsPrinter: z.custom<SecondReader>((value) => typeof value === 'function') })

/** The reader that was written apart from the judge; null when it is not there. */
export async function secondReader(): Promise<SecondReader | null> {
  const place = new URL('../labels/reader/index.ts', import.meta.url)
  if (!existsSync(place)) return null
  const { readAsPrinter } = moduleSchema.parse(await import(place.href))
  return (bytes, language) => readingSchema.parse(readAsPrinter(bytes, language))
}

/**
 * What a second reader sees in bytes that are sent and the judge did not; empty when there is nothing. Of odd labels the judge
 * may count more than come out, for it asks about them; never fewer.
 */
export function disagreements(reading: Reading, language: LabelLanguage, copies: number): string[] {
  const surprises = reading.commands
    .filter(({ name, prefix }) => !isPassed(name, prefix, language))
    .map(({ name, prefix, at }) => `${prefix}${name} at ${at}`)
  const count = reading.copies <= copies ? [] : [`${reading.copies} copies instead of ${copies}`]
  return [...surprises, ...count]
}

function isPassed(name: string, prefix: string, language: LabelLanguage): boolean {
  if (language === 'EPL') return eplCommand(prefix + name)?.treatment === 'pass'
  // A reader may name the prefix as the stream has it.
  const prefixes = prefix === '^' || prefix === '~' ? [prefix] : ['^', '~']
  return prefixes.some((standard) => zplCommand(standard + name.toUpperCase())?.treatment === 'pass')
}
