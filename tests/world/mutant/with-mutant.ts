import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { MUTANTS, mutated } from './mutants.ts'

/** The fault that has been put in, and whose module nothing has loaded yet. */
let waiting: string | null = null

/** @throws when the fault was never in force: a world that finds nothing then proves nothing */
export function assertMutantWasLoaded(): void {
  if (waiting !== null) throw new Error(`the code of the mutant ${waiting} was never loaded after it was put in`)
}

/** Puts a fault into the code that is loaded from now on, and into no file. */
export function useMutant(name: string): void {
  const mutant = MUTANTS.find((each) => each.name === name)
  if (!mutant) throw new Error(`there is no mutant ${name}; there are ${MUTANTS.map((each) => each.name).join(', ')}`)
  const file = join(import.meta.dirname, '../../..', mutant.file)
  const url = pathToFileURL(file).href
  // Read now: a fault that fits nothing must not look like one that does no harm.
  const source = mutated(mutant, readFileSync(file, 'utf8'))
  waiting = name
  registerHooks({
    load: (loaded, context, next) => {
      const found = next(loaded, context)
      if (loaded !== url) return found
      waiting = null
      return { ...found, source }
    },
  })
}
