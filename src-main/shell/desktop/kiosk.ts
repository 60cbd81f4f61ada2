interface KioskWindow {
  setKiosk(isOn: boolean): void
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown
  on(event: 'leave-full-screen', listener: () => void): unknown
  isDestroyed(): boolean
}

export interface Kiosk {
  set(isOn: boolean): void
  isOn(): boolean
  /** The system goes down: nothing is held up. */
  letGo(): void
}

/** A packing station's window: all of the screen, and cannot be closed until a supervisor has ended it under Settings. */
export function kioskOf(window: KioskWindow): Kiosk {
  let isOn = false
  let isOver = false
  window.on('close', (event) => {
    if (isOn && !isOver) event.preventDefault()
  })
  // The system's own keys leave the full screen.
  window.on('leave-full-screen', () => {
    if (isOn && !isOver && !window.isDestroyed()) window.setKiosk(true)
  })
  return {
    set: (next) => {
      if (next === isOn || window.isDestroyed()) return
      isOn = next
      window.setKiosk(next)
    },
    isOn: () => isOn && !isOver,
    letGo: () => {
      isOver = true
    },
  }
}
