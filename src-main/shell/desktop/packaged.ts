import { join, relative } from 'node:path'

/** What opens the page or this process to a debugger. */
const DEBUGGERS = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port']

/** The switch of a debugger that an installed Waybill was started with, which it refuses; null when there is none. */
export function debuggerAsked(app: {
  isPackaged: boolean
  commandLine: { hasSwitch(name: string): boolean }
}): string | null {
  if (!app.isPackaged) return null
  return DEBUGGERS.find((name) => app.commandLine.hasSwitch(name)) ?? null
}

/**
 * Where Chromium keeps its caches: beside the window's own files, but never in a profile that Windows carries
 * from machine to machine.
 */
export function sessionFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, windowDir: string): string {
  const { APPDATA: roaming, LOCALAPPDATA: local } = environment
  if (platform !== 'win32' || !roaming || !local) return windowDir
  const inside = relative(roaming, windowDir)
  return inside.startsWith('..') || inside === windowDir ? windowDir : join(local, inside)
}
