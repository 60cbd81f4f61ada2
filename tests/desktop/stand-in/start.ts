import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Runs a program made for Electron in plain Node.js: `node start.ts MAIN [arguments]`, with the stand-in for electron in
 * its place. The parent talks to it over its IPC channel (talk.ts).
 */
const standIn = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
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
