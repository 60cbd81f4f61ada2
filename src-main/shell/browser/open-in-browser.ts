import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** After this time the person opens the printed address by hand. */
const REMOVED_AFTER_MS = 60_000
const FILE = 'open-waybill.html'

/**
 * Opens a URL in the person's browser, where there is a screen to open it on, by way of a file in `dir` that only
 * this user can read: every user of the machine can read the arguments of the browser's process, and the URL lets in
 * anyone who has it. Whether it worked is not known and does not matter: the URL is printed as well.
 * @returns removes the file, which otherwise happens after a minute
 */
export function openInBrowser(
  url: string,
  dir: string,
  platform = process.platform,
  environment = process.env,
): () => void {
  const file = join(dir, FILE)
  const remove = () => rmSync(file, { force: true })
  const command = browserCommand(file, platform, environment)
  if (command === null) return () => undefined
  remove()
  writeFileSync(file, redirectTo(url), { mode: 0o600, flag: 'wx' })
  setTimeout(remove, REMOVED_AFTER_MS).unref()
  const [program, ...args] = command
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
  return remove
}

/** The URL is ours: nothing in it needs to be escaped. */
function redirectTo(url: string): string {
  return `<!doctype html>
<meta charset="utf-8" />
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0;url=${url}" />
<title>Waybill</title>
<p><a href="${url}">Waybill</a></p>
`
}

/** The program that opens a file in the browser, and its arguments; null without a screen. */
export function browserCommand(
  file: string,
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): [string, ...string[]] | null {
  switch (platform) {
    case 'darwin':
      return ['open', file]
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', file]
    default:
      return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open', file] : null
  }
}
