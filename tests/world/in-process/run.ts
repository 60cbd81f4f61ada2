import { useMutant } from '../mutant/with-mutant.ts'

/** `npm run simulate`: worlds under a seed, judged; see docs/simulation.md. */

// A fault is put in before any of the code is loaded: a module that is there already stays as it is.
const args = process.argv.slice(2)
const named = args.indexOf('--mutant')
if (named >= 0 && !args.includes('--help')) useMutant(args[named + 1] ?? '')
const { main } = await import('./main.ts')
await main(args)
