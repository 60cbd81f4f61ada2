import { app, dialog, utilityProcess } from 'electron'
import { commandWords } from './command-words.ts'
import { sayAndEnd } from './failure.ts'

/**
 * What Electron begins with. It imports next to nothing, so that a file of the app that is missing or cannot be
 * read is shown in a box: Electron alone would stay without a window.
 */
const words = commandWords(process.argv.slice(app.isPackaged ? 1 : 2))
try {
  if (words === null) await import('./main.ts')
  else (await import('./command-mode.ts')).runCommand(app, utilityProcess, words)
} catch (error) {
  if (words === null) {
    // A new version whose own files cannot be loaded did not start either.
    const wentBack = await import('./updates/unloadable.ts').then(
      ({ backFromUnloadable }) => backFromUnloadable(app),
      () => false,
    )
    // Not awaited: the app becomes ready only when this module has run to its end.
    if (!wentBack) void sayAndEnd({ app, dialog }, error)
  } else {
    console.error(error)
    app.exit(1)
  }
}
