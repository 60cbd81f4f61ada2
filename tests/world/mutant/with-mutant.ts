import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { MUTANTS, mutated } from './mutants.ts'

/** Puts a fault into the code that is loaded from now on, and into no file. */
export function useMutant(name: string): void {
  const mutant = MUTANTS.find((each) => each.name === name)
  if (!mutant) throw new Error(`there is no mutant ${name}; there are ${MUTANTS.map((each) => each.name).join(', ')}`)
  const url = pathToFileURL(join(import.meta.dirname, '../../..', mutant.file)).href
  // Read now: a fault that fits nothing must not look like one that does no harm.
  const source = mutated(mutant, readFileSync(fileURLToPath(url), 'utf8'))
  registerHooks({
    load: (loaded, context, next) => {
      const found = next(loaded, context)
      return loaded === url ? { ...found, source } : found
    },
  })
}
