/** Keys of a scanner follow each other faster than any hand; both numbers are those of common wedge scanners. */
const BURST_GAP_MS = 50
const BURST_MIN_KEYS = 4
/** A scanner may end a code with two line ends; a hand that has just heard the tone needs longer. */
const HAND_MS = 500
/** After so long without another key, a digit was pressed by a hand: scanners go on within BURST_GAP_MS. */
export const ALONE_MS = 150

/** A key press, told in the words this logic needs. */
export interface CapturedKey {
  key: string
  /** Milliseconds of any steady clock. */
  time: number
  /** Ctrl, Alt or Meta is down: a shortcut, never part of a code. */
  hasModifier: boolean
  /** Where it lands: the scan field, another field, a button or link, or nothing in particular. */
  target: 'scan' | 'field' | 'control' | 'page'
  /** A dialog waits for a person. */
  isDialogOpen: boolean
}

export type CaptureAction =
  /** Leave the key to the browser. */
  | { kind: 'pass' }
  /** Move the focus to the scan field first; the character then lands there. */
  | { kind: 'focus' }
  /** Stop the key. */
  | { kind: 'swallow' }
  /** Stop the key; a whole code was scanned, wherever its characters went. */
  | { kind: 'scan'; code: string }
  /** Stop the key; a code was scanned while a dialog waits, and a scan never answers a dialog. */
  | { kind: 'refuse'; code: string }

const PASS: CaptureAction = { kind: 'pass' }

/** Sends what is typed on Pack to the scan field, and keeps a scan from doing anything else. */
export class ScanCapture {
  #burst = ''
  #lastTime = Number.NEGATIVE_INFINITY

  /** Would a key at this time begin something new? Then a field's value is worth remembering first. */
  isIdle(time: number): boolean {
    return time - this.#lastTime > BURST_GAP_MS
  }

  /** Is a key at this time surely no part of a scan, its second line end neither? */
  isHand(time: number): boolean {
    return time - this.#lastTime > HAND_MS
  }

  press(pressed: CapturedKey): CaptureAction {
    if (pressed.hasModifier) return PASS
    if (pressed.key.length === 1) return this.#character(pressed)
    if (pressed.key === 'Enter' || pressed.key === 'Tab') return this.#end(pressed)
    return PASS
  }

  #character({ key, time, target, isDialogOpen }: CapturedKey): CaptureAction {
    if (this.isIdle(time)) this.#burst = ''
    this.#burst += key
    this.#lastTime = time
    if (target === 'scan' || target === 'field') return PASS
    const isFirst = this.#burst.length === 1
    // A space presses a focused button: the hand's first one may, a scanner's may not.
    if (key === ' ' && isFirst) return target === 'control' ? PASS : { kind: 'swallow' }
    if (isDialogOpen) return isFirst ? PASS : { kind: 'swallow' }
    return { kind: 'focus' }
  }

  #end({ key, time, target, isDialogOpen }: CapturedKey): CaptureAction {
    const code = this.#burst
    const isScan = code.length >= BURST_MIN_KEYS && !this.isIdle(time)
    this.#burst = ''
    if (!isScan) return PASS
    if (isDialogOpen) return { kind: 'refuse', code }
    // The scan field's own form takes Enter with everything that stands in the field.
    if (target === 'scan' && key === 'Enter') return PASS
    return { kind: 'scan', code }
  }
}
