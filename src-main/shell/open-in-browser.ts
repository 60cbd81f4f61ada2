import { spawn } from 'node:child_process'

/**
 * Opens a URL in the person's browser, where there is a screen to open it on. Whether it worked is not known and does not
 * matter: the URL is printed as well.
 */
export function openInBrowser(url: string, platform = process.platform, environment = process.env): void {
  const command = browserCommand(url, platform, environment)
  if (command === null) return
  const [program, ...args] = command
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}

/** The program that opens a URL, and its arguments; null without a screen. */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): [string, ...string[]] | null {
  switch (platform) {
    case 'darwin':
      return ['open', url]
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url]
    default:
      return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open', url] : null
  }
}
