import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { processOfShell } from './system.ts'

/**
 * Runs a program made for Electron in plain Node.js: `node start.ts MAIN [arguments]`, with the stand-in for electron in
 * its place. The parent talks to it over its IPC channel (talk.ts).
 */
const standIn = new URL('./electron.ts', import.meta.url).href
const PROCESS = 'standInProcess'
/** The build names the source before what it compiles it to. */
const MODULE_OF_SHELL = /^\/\/ src-main\/shell\/desktop\/[^]*?(?=^\/\/ (?:src-|node_modules\/|\\0)|^export |$(?![^]))/gm
const ITS_PROCESS = /(?<![.\w'"-])process(?=[.,;)])/g
Reflect.set(globalThis, PROCESS, processOfShell)
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
  // The shell's own modules see a process of the system that the test names, in whichever file of the build they are.
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!/\/out\/.*\.js$/.test(url)) return loaded
    const source = readFileSync(new URL(url), 'utf8')
    const ofShell = source.replaceAll(MODULE_OF_SHELL, (module) => module.replaceAll(ITS_PROCESS, PROCESS))
    return source === ofShell ? loaded : { ...loaded, source: ofShell }
  },
})

const main = process.argv[2]
if (main === undefined) throw new Error('start.ts must be told which program to run')
const { app, becomeReady } = await import('./electron.ts')
// Installed there is the program, and then the arguments; else the app's own path comes between.
process.argv.splice(1, app.isPackaged ? 2 : 1)
try {
  await import(pathToFileURL(main).href)
} catch (error) {
  // Electron says so on stderr and, with nothing that would end it, stays.
  console.error('App threw an error during load')
  console.error(error)
}
await becomeReady()
