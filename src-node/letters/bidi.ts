import bidiModule from 'bidi-js'
import type { Bidi } from 'bidi-js'

/** The Unicode Bidirectional Algorithm. The package's types are those of its ES build; Node loads the other one. */
export function openBidi(): Bidi {
  const factory: unknown = bidiModule
  const made: unknown = typeof factory === 'function' ? Reflect.apply(factory, null, []) : null
  if (!isBidi(made)) throw new Error('bidi-js no longer makes what lays out lines')
  return made
}

function isBidi(value: unknown): value is Bidi {
  return typeof value === 'object' && value !== null && 'getEmbeddingLevels' in value
}
