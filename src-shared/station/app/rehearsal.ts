/** What can be made to go wrong, at the embedded service or at a printer that is only there for the rehearsal. */
export const SCENES = [
  'outage',
  'slow',
  'expired',
  'duplicate',
  'rate-limit',
  'paper-out',
  'head-open',
  'cut-off',
] as const
export type Scene = (typeof SCENES)[number]

/** Those of the printer: one at a time. */
const PRINTER_SCENES = ['paper-out', 'head-open', 'cut-off'] as const
export type PrinterScene = (typeof PRINTER_SCENES)[number]

export function isPrinterScene(scene: Scene): scene is PrinterScene {
  return PRINTER_SCENES.some((name) => name === scene)
}

/** In which ways of writing its answers the embedded service can be rehearsed with; `plain`: as the interface shows them. */
export const RESPONSE_VARIANTS = ['plain', 'terse', 'nulls', 'bare', 'chatty', 'strings', 'gateway'] as const
export type ResponseVariant = (typeof RESPONSE_VARIANTS)[number]

/** `on`: it happens, or waits for its moment. `happened`: it came to pass once, as it should. */
export type SceneProgress = 'off' | 'on' | 'happened'

interface StagedScene {
  scene: Scene
  progress: SceneProgress
}

/** Answer of every rehearsal command. */
export interface RehearsalState {
  /** False: another service is in use, or the embedded one has not started; nothing can be staged. */
  isAvailable: boolean
  /** ISO 8601; null: no rehearsal is on. */
  since: string | null
  scenes: StagedScene[]
  /** How the embedded service writes its answers; `plain` unless a rehearsal changed it. */
  responseVariant: ResponseVariant
  /** The rehearsal's own printer. It is the default one as long as the rehearsal lasts; null: there is none. */
  printer: RehearsalPrinter | null
}

export interface RehearsalPrinter {
  printerId: string
  name: string
  /** The rehearsal is over and it would be gone, but jobs of it still ask a person. */
  isLeftOver: boolean
}
