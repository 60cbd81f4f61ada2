import { z } from 'zod'

/** Between the test and the program that runs in the stand-in. */

export const setupSchema = z.object({
  /** Chromium's DevTools address. */
  browser: z.string(),
  isPackaged: z.boolean().default(false),
  version: z.string().default('0.1.0'),
  /** The language that the system speaks. */
  locale: z.string().default('en-US'),
  /** What it behaves as. The app's own shell believes it; the rest of the program runs on the system that it is on. */
  system: z.enum(['linux', 'darwin', 'win32']).default('linux'),
  /** Files and links that macOS opens with the app: it tells of them before the app is ready. */
  opens: z.array(z.string()).default([]),
  /** A window is painted only when it is shown, so nothing is ready to be shown before. */
  isWayland: z.boolean().default(false),
  /** Of each message box whose text matches: the button, or null: it stays until the test presses one. Else the first. */
  answers: z.array(z.object({ text: z.string(), button: z.string().nullable() })).default([]),
  /** What is chosen where a folder is asked for; nothing when absent. */
  chosenFolder: z.string().optional(),
  /** Work areas; the first is the primary display's. */
  displays: z
    .array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }))
    .min(1)
    .default([{ x: 0, y: 0, width: 1920, height: 1040 }]),
})
export type Setup = z.input<typeof setupSchema>

/** What the program did that a person would see, or that the test wants to know. */
export const noteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('box'), title: z.string(), text: z.string(), button: z.string().nullable() }),
  /** With the processor time that the program has taken by then, in milliseconds. */
  z.object({ kind: z.literal('shown'), targetId: z.string(), cpuMs: z.number() }),
  z.object({ kind: z.literal('loaded') }),
  z.object({ kind: z.literal('focused') }),
  z.object({ kind: z.literal('opened outside'), url: z.string() }),
  z.object({ kind: z.literal('relaunch'), args: z.array(z.string()), execPath: z.string().optional() }),
  z.object({ kind: z.literal('told'), what: z.string(), value: z.unknown().optional() }),
])
export type Note = z.output<typeof noteSchema>

/** What the test does to it. */
export const orderSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('quit') }),
  z.object({ do: z.literal('close window') }),
  z.object({ do: z.literal('crash page') }),
  /** Of Windows: somebody signs out. */
  z.object({ do: z.literal('end session') }),
  /** Of macOS: a file or a link is opened with the app that runs. */
  z.object({ do: z.literal('open'), what: z.string() }),
  z.object({
    do: z.literal('emit'),
    of: z.enum(['app', 'window', 'contents', 'power', 'notification', 'tray']),
    event: z.string(),
    args: z.array(z.unknown()),
  }),
  z.object({ do: z.literal('throw'), message: z.string() }),
  z.object({ do: z.literal('menu'), label: z.string() }),
  /** Notifies the processor time, as `cpu`, once this holds in the page. */
  z.object({ do: z.literal('tell cpu'), once: z.string() }),
  z.object({ do: z.literal('press'), button: z.string() }),
])
export type Order = z.output<typeof orderSchema>

/** Processor time of this process, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function reportTest(note: Note): void {
  if (process.connected) process.send?.(note)
}
