import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceFileSync } from '../../../src-node/rename.ts'

/** In the system's points, which a scaled display has fewer of than dots. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

interface Display {
  id: number
  /** Without the task bar or the dock. */
  workArea: Rectangle
}

/** Notifies of something that happens; each has a signature of its own in Electron. */
interface Notifies<Event extends string> {
  on(event: Event, listener: () => void): unknown
}
interface Forgets<Event extends string> extends Notifies<Event> {
  off(event: Event, listener: () => void): unknown
}

interface Displays {
  getAllDisplays(): Display[]
  getPrimaryDisplay(): Display
  /** The display that a rectangle is on, or nearest to. */
  getDisplayMatching(rectangle: Rectangle): Display
}

type Screen = Displays & Forgets<'display-removed'> & Forgets<'display-metrics-changed'>

interface Placed {
  once(event: 'closed', listener: () => void): unknown
  isDestroyed(): boolean
  isMaximized(): boolean
  maximize(): void
  getNormalBounds(): Rectangle
  setBounds(bounds: Rectangle): void
  readonly webContents: {
    on(event: 'did-finish-load', listener: () => void): unknown
    getZoomFactor(): number
    setZoomFactor(factor: number): void
  }
}

type PlacedWindow = Placed & Notifies<'close'> & Notifies<'move'> & Notifies<'session-end'>

const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  isMaximized: z.boolean(),
  zoom: z.number().min(0.25).max(5),
})
const storedSchema = z.object({ last: z.string().nullable(), displays: z.record(z.string(), placeSchema) })
type Kept = z.output<typeof storedSchema>

const WIDTH = 1280
const HEIGHT = 800

/** Where the window was on each display, as a file keeps it; one that is missing or damaged is as none. */
export function windowPlaces(file: string, screen: Screen) {
  const kept = readPlaces(file)

  function remember(window: PlacedWindow): void {
    const bounds = window.getNormalBounds()
    const key = String(screen.getDisplayMatching(bounds).id)
    const { x, y, width, height } = bounds
    const zoom = window.webContents.getZoomFactor()
    kept.displays[key] = { x, y, width, height, isMaximized: window.isMaximized(), zoom }
    kept.last = key
    replaceFileSync(file, JSON.stringify(kept))
  }

  return {
    /** Where the next window opens: as it was on its last display, or on the first one when that is gone. */
    next: (): Rectangle => {
      const display = screen.getAllDisplays().find(({ id }) => String(id) === kept.last) ?? screen.getPrimaryDisplay()
      return clamped(kept.displays[String(display.id)] ?? centred(display.workArea), display.workArea)
    },

    /** Gives the window its zoom and size back, keeps both, and keeps windows visible when a display is removed. */
    keep: (window: PlacedWindow): void => {
      let on = String(screen.getDisplayMatching(window.getNormalBounds()).id)
      if (kept.displays[on]?.isMaximized === true) window.maximize()
      const zoom = () => {
        const wanted = kept.displays[on]?.zoom
        if (wanted !== undefined) window.webContents.setZoomFactor(wanted)
      }
      const rememberOrSay = () => {
        try {
          remember(window)
        } catch (error) {
          console.error(error)
        }
      }
      const fit = () => {
        if (window.isDestroyed() || window.isMaximized()) return
        const bounds = window.getNormalBounds()
        const within = clamped(bounds, screen.getDisplayMatching(bounds).workArea)
        if (
          within.x !== bounds.x ||
          within.y !== bounds.y ||
          within.width !== bounds.width ||
          within.height !== bounds.height
        )
          window.setBounds(within)
      }
      window.webContents.on('did-finish-load', zoom)
      window.on('move', () => {
        const now = String(screen.getDisplayMatching(window.getNormalBounds()).id)
        if (now === on) return
        const before = kept.displays[on]
        if (before) before.zoom = window.webContents.getZoomFactor()
        on = now
        zoom()
      })
      window.on('close', rememberOrSay)
      window.on('session-end', rememberOrSay)
      screen.on('display-removed', fit)
      screen.on('display-metrics-changed', fit)
      window.once('closed', () => {
        screen.off('display-removed', fit)
        screen.off('display-metrics-changed', fit)
      })
    },
  }
}

function readPlaces(file: string): Kept {
  try {
    return storedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // A first start; or a file that cannot be read, and that holds no more than this.
    return { last: null, displays: {} }
  }
}

function centred({ x, y, width, height }: Rectangle): Rectangle {
  const size = { width: Math.min(WIDTH, width), height: Math.min(HEIGHT, height) }
  return { x: x + Math.round((width - size.width) / 2), y: y + Math.round((height - size.height) / 2), ...size }
}

/** No larger than the area, and wholly in it. */
function clamped({ x, y, width, height }: Rectangle, area: Rectangle): Rectangle {
  const size = { width: Math.min(width, area.width), height: Math.min(height, area.height) }
  const between = (least: number, wanted: number, most: number) => Math.min(Math.max(least, wanted), most)
  return {
    x: between(area.x, x, area.x + area.width - size.width),
    y: between(area.y, y, area.y + area.height - size.height),
    ...size,
  }
}
