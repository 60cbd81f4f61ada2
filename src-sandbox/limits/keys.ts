import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { responseVariantSchema } from '../response-variants/variant.ts'
import { digestOf } from '../../src-node/secret.ts'
import { StartError } from '../database.ts'
import { PLANS } from './plan.ts'

/** A key, the plan it is limited by, and its own response variant if it has one. Every key sees the same shipments. */
export const apiKeySchema = z.strictObject({
  key: z.string().min(1),
  plan: z.enum(PLANS),
  responseVariant: responseVariantSchema.optional(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/**
 * Finds the key of an `Authorization: Bearer` header, if it is one of these. Compares with all of them, to reveal
 * nothing.
 */
export function keyFinder(keys: readonly ApiKey[]): (authorization: string | undefined) => ApiKey | undefined {
  const known = keys.map((key) => ({ key, digest: digestOf(key.key) }))
  return (authorization) => {
    const [scheme, given = ''] = (authorization ?? '').split(' ', 2)
    if (scheme?.toLowerCase() !== 'bearer') return undefined
    const digest = digestOf(given)
    return known.filter((candidate) => timingSafeEqual(candidate.digest, digest))[0]?.key
  }
}

/**
 * Reads keys from a JSON file: `[{"key": "...", "plan": "sandbox"}, ...]`.
 * @throws StartError with a sentence.
 */
export function readKeys(file: string): ApiKey[] {
  try {
    return z.array(apiKeySchema).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    const isWrong = cause instanceof z.ZodError || cause instanceof SyntaxError
    throw new StartError(
      isWrong
        ? `${file} must be a JSON list of {"key": "...", "plan": "${PLANS.join('|')}"}.`
        : `${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}
