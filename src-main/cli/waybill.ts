import { createFilesPrivately } from '../app/private-files.ts'
import { runHere } from './run-here.ts'

/** The command line's way in: `npx waybill ...`. */

createFilesPrivately()
process.exitCode = await runHere(process.argv.slice(2), { interrupted: new AbortController() })
