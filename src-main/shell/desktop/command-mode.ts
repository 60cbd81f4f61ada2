import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeUnlessHeldSync } from '../../../src-node/rename.ts'
import { createFilesPrivately } from '../../app/private-files.ts'
import { runHere } from '../../cli/run-here.ts'
import { utilityLauncher } from '../embedded-launcher.ts'

interface CommandApp {
  readonly commandLine: { appendSwitch(name: string, value?: string): void }
  disableHardwareAcceleration(): void
  setPath(name: string, path: string): void
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
  whenReady(): Promise<unknown>
  exit(code: number): void
}

/**
 * `waybill <command>` of an installed Waybill: the command line without a window, in the Waybill that is open or in a station
 * of its own. It neither asks for the instance lock nor touches the files of a window.
 */
export function runCommand(
  app: CommandApp,
  utilityProcess: Parameters<typeof utilityLauncher>[0],
  words: readonly string[],
): void {
  createFilesPrivately()
  // A terminal may have no display; what reaches Chromium too late here, the installed script says as well.
  if (process.platform === 'linux') app.commandLine.appendSwitch('ozone-platform', 'headless')
  app.disableHardwareAcceleration()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-command-'))
  app.setPath('userData', folder)

  const interrupted = new AbortController()
  // Electron handles Ctrl-C; the command ends what it has begun.
  app.on('will-quit', (event) => {
    event.preventDefault()
    interrupted.abort()
  })
  // Not awaited: the app becomes ready, and can start processes, only when this module has run to its end.
  void app
    .whenReady()
    .then(() => runHere(words, { interrupted, launcher: utilityLauncher(utilityProcess) }))
    .then(async (code) => {
      await Promise.all([process.stdout, process.stderr].map(written))
      // A temporary one, of which Windows deletes nothing that this program's browser still has open.
      removeUnlessHeldSync(folder)
      app.exit(code)
    })
}

/** Resolves when everything has been written to the stream's reader. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
