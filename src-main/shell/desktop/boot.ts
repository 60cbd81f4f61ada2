import { app, dialog } from 'electron'
import { sayAndEnd } from './failure.ts'

/**
 * What Electron begins with. It imports next to nothing itself, so that a file of the app that is missing or cannot be
 * read is said in a box: Electron alone would stay without a window.
 */
try {
  await import('./main.ts')
} catch (error) {
  // Not awaited: the app becomes ready only when this module has run to its end.
  void sayAndEnd({ app, dialog }, error)
}
