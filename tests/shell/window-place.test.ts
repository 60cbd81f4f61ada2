import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { windowPlaces, type Rectangle } from '../../src-main/shell/desktop/window-place.ts'
import { tempDir } from '../support/temp-dir.ts'

/** 1366 x 768 at 125 %, with a task bar. */
const SMALL = { id: 1, workArea: { x: 0, y: 0, width: 1093, height: 574 } }
const LARGE = { id: 2, workArea: { x: 1093, y: 0, width: 1920, height: 1040 } }

/** Displays side by side; the first is the primary one. */
function screenWith(displays: { id: number; workArea: Rectangle }[]) {
  const nearest = ({ x }: Rectangle) => displays.findLast(({ workArea }) => x >= workArea.x) ?? displays[0] ?? SMALL
  return Object.assign(new EventEmitter(), {
    getAllDisplays: () => displays,
    getPrimaryDisplay: () => displays[0] ?? SMALL,
    getDisplayMatching: nearest,
  })
}

function windowAt(bounds: Rectangle) {
  let at = bounds
  let zoom = 1
  let isMaximized = false
  return Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    isMaximized: () => isMaximized,
    maximize: () => void (isMaximized = true),
    getNormalBounds: () => at,
    setBounds: (to: Rectangle) => void (at = to),
    webContents: Object.assign(new EventEmitter(), {
      getZoomFactor: () => zoom,
      setZoomFactor: (factor: number) => void (zoom = factor),
    }),
  })
}

test('a new window is in the middle, and no larger than the work area', () => {
  const file = join(tempDir(), 'place.json')
  expect(windowPlaces(file, screenWith([SMALL])).next()).toEqual(SMALL.workArea)
  expect(windowPlaces(file, screenWith([LARGE])).next()).toEqual({ x: 1413, y: 120, width: 1280, height: 800 })
  writeFileSync(file, '{"last":')
  expect(windowPlaces(file, screenWith([SMALL])).next()).toEqual(SMALL.workArea)
})

test('size, place and zoom are kept for each display, and a display that is gone takes no window along', () => {
  const file = join(tempDir(), 'place.json')
  const both = screenWith([SMALL, LARGE])
  const places = windowPlaces(file, both)
  const window = windowAt(places.next())
  places.keep(window)
  window.webContents.setZoomFactor(0.8)
  window.emit('close')
  const onLarge = { x: 1200, y: 40, width: 1500, height: 900 }
  window.setBounds(onLarge)
  window.emit('move')
  window.webContents.setZoomFactor(1.5)
  window.maximize()
  window.emit('close')

  const later = windowPlaces(file, both)
  expect(later.next()).toEqual(onLarge)
  const again = windowAt(later.next())
  later.keep(again)
  again.webContents.emit('did-finish-load')
  expect([again.webContents.getZoomFactor(), again.isMaximized()]).toEqual([1.5, true])

  const alone = screenWith([SMALL])
  const without = windowPlaces(file, alone)
  expect(without.next()).toEqual(SMALL.workArea)
  const left = windowAt(onLarge)
  without.keep(left)
  left.webContents.emit('did-finish-load')
  expect(left.webContents.getZoomFactor()).toBe(0.8)
  alone.emit('display-removed')
  expect(left.getNormalBounds()).toEqual(SMALL.workArea)
  left.emit('closed')
  expect(alone.listenerCount('display-removed')).toBe(0)
})
