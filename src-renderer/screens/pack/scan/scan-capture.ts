import { usKeyOf } from './us-keys.ts'

/** Keys of a scanner follow each other faster than any hand; both numbers are those of common wedge scanners. */
const BURST_GAP_MS = 50
const BURST_MIN_KEYS = 4
/** A Bluetooth scanner, or one with a pause between its keys, is as slow as a fast hand. */
export const SLOW_GAP_MS = 200
/** A scanner may end a code with two line ends; a person who has just heard the tone needs longer. */
const HAND_MS = 500
/** After this long without another key, a digit was typed by hand: the slowest scanners continue within it. */
export const ALONE_MS = 600
/** Input after a longer pause is a new text. */
const RUN_GAP_MS = 1_000

/** Ctrl with these is how scanners send LF, FF and CR, which end a code. */
const LINE_ENDS = ['j', 'l', 'm']
/** They change other keys, and do nothing alone. */
const SILENT = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'ScrollLock']
/** A person corrects as fast as they type. */
const CORRECTIONS = ['Backspace', 'Delete']

/** A key press, in the terms this logic needs. */
export interface CapturedKey {
  key: string
  /** Its place on the keyboard, as in KeyboardEvent. */
  code?: string
  hasShift?: boolean
  /** Milliseconds of any steady clock. */
  time: number
  /** Ctrl, Alt or Meta is down: a shortcut, or a control character of a scanner; never a character of a code. */
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
const SWALLOW: CaptureAction = { kind: 'swallow' }

/** The keys typed since the last end. */
interface Run {
  typed: string
  /** The same keys on a US keyboard; null: one of them has no place there. */
  asUs: string | null
  /** A key waits for the next one to give a character. */
  hasDead: boolean
  isFast: boolean
}
const NO_RUN: Run = { typed: '', asUs: '', hasDead: false, isFast: true }

/** Sends keys typed on Pack to the scan field, and keeps a scan from doing anything else. */
export class ScanCapture {
  /** Characters at a scanner's pace. */
  #burst = ''
  /** Characters at a slow scanner's pace, which may be typed by hand. */
  #slow = ''
  #run: Run = NO_RUN
  #lastTime = Number.NEGATIVE_INFINITY
  #endTime = Number.NEGATIVE_INFINITY
  #isEnded = false

  /** Would a key at this time begin something new? Then a field's value is worth remembering first. */
  isIdle(time: number): boolean {
    return time - this.#lastTime > BURST_GAP_MS
  }

  /** Is a key at this time surely no part of a scan, its second line end neither? */
  isHand(time: number): boolean {
    return time - Math.max(this.#lastTime, this.#endTime) > HAND_MS
  }

  /** Is a key other than a character the scanner's own at this time: inside a code, or right behind it? */
  isScanners({ key, time, hasModifier }: Pick<CapturedKey, 'key' | 'time' | 'hasModifier'>): boolean {
    if (SILENT.includes(key) || CORRECTIONS.includes(key)) return false
    // Escape and the arrows count as typed by hand as soon as a code is complete: its outcome may be on screen.
    const isShortcut = hasModifier || /^F\d+$/.test(key)
    if (this.#isEnded) return isShortcut && time - this.#endTime <= HAND_MS
    return time - this.#lastTime <= (isShortcut ? SLOW_GAP_MS : BURST_GAP_MS)
  }

  /** The text of these keys on a US keyboard; null: it is the same, or was not typed in one go. */
  asUsKeys(text: string): string | null {
    const { typed, asUs, hasDead } = this.#run
    return asUs !== text && (typed === text || hasDead) ? asUs : null
  }

  /** Was the last text typed faster than by hand? */
  get wasFast(): boolean {
    return this.#run.isFast && this.#run.typed.length >= BURST_MIN_KEYS
  }

  press(pressed: CapturedKey): CaptureAction {
    const { key, hasModifier } = pressed
    if (!hasModifier && (key.length === 1 || key === 'Dead')) return this.#character(pressed)
    if (!hasModifier && (key === 'Enter' || key === 'Tab')) return this.#end(pressed)
    if (!this.isScanners(pressed)) return PASS
    // It is within the code: the next key belongs to the same code.
    if (!this.#isEnded) this.#lastTime = pressed.time
    return hasModifier && LINE_ENDS.includes(key.toLowerCase()) ? this.#lineEnd(pressed) : SWALLOW
  }

  #character({ key, code = '', hasShift = false, time, target, isDialogOpen }: CapturedKey): CaptureAction {
    const gap = time - this.#lastTime
    if (gap > BURST_GAP_MS || this.#isEnded) this.#burst = ''
    if (gap > SLOW_GAP_MS || this.#isEnded) this.#slow = ''
    if (gap > RUN_GAP_MS || this.#isEnded) this.#run = NO_RUN
    const isDead = key === 'Dead'
    const us = usKeyOf(code, hasShift)
    const { typed, asUs, hasDead, isFast } = this.#run
    this.#run = {
      isFast: isFast && (typed === '' || gap <= BURST_GAP_MS),
      typed: isDead ? typed : typed + key,
      asUs: us === null || asUs === null ? null : asUs + us,
      hasDead: hasDead || isDead,
    }
    // Its sign comes with the next key.
    const sign = isDead ? '\u0301' : key
    this.#burst += sign
    this.#slow += sign
    this.#lastTime = time
    this.#isEnded = false
    if (target === 'scan' || target === 'field') return PASS
    const isFirst = this.#slow.length === 1
    // A space presses a focused button: the first one typed by hand may, a scanner's may not.
    if (key === ' ' && isFirst) return target === 'control' ? PASS : SWALLOW
    if (isDialogOpen) return isFirst ? PASS : SWALLOW
    return { kind: 'focus' }
  }

  #end(pressed: CapturedKey): CaptureAction {
    const { key, time, target, isDialogOpen } = pressed
    const code = this.#codeBefore(pressed)
    const isBehindScan = this.#isEnded && time - this.#endTime <= HAND_MS
    const isScan = code.length >= BURST_MIN_KEYS
    this.#burst = ''
    this.#slow = ''
    this.#isEnded = true
    // The scanner's second line end presses nothing that the first one opened.
    if (!isScan) return isBehindScan && target !== 'scan' ? SWALLOW : PASS
    this.#endTime = time
    if (isDialogOpen) return { kind: 'refuse', code }
    // The scan field's own form takes Enter with everything in the field.
    if (target === 'scan' && key === 'Enter') return PASS
    return { kind: 'scan', code }
  }

  #lineEnd(pressed: CapturedKey): CaptureAction {
    if (this.#codeBefore(pressed).length < BURST_MIN_KEYS) return SWALLOW
    return this.#end(pressed)
  }

  /** The code that ends with this key. In another field the pace of a slow scanner may be typed by hand. */
  #codeBefore({ time, target }: CapturedKey): string {
    const gap = time - this.#lastTime
    if (target === 'field') return gap > BURST_GAP_MS ? '' : this.#burst
    return gap > SLOW_GAP_MS ? '' : this.#slow
  }
}
