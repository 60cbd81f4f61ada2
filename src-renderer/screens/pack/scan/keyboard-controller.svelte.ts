import type { FunctionKey } from './function-keys.ts'
import { ALONE_MS, ScanCapture, SLOW_GAP_MS, type CapturedKey } from './scan-capture.ts'
import { scanCommandOf } from './scan-command.ts'

interface KeyboardOptions {
  keys: () => readonly FunctionKey[]
  /** `asUsKeys`: the same keys on a US keyboard, where the text differs. */
  onscan: (code: string, asUsKeys?: string) => void
  /** The scanner types as on a US keyboard, regardless of this computer's layout. */
  isUsScanner: () => boolean
  /** A code was scanned while a dialog waits for a person. */
  onrefused: (code: string) => void
  /** Esc on an empty field. */
  onclear: () => void
  /** Enter on the empty field, typed by hand. */
  onenter: () => void
  /** An arrow up (-1) or down (1) on the empty field; whether it was of use. */
  onarrow: (by: 1 | -1) => boolean
  /** Whether a digit alone in the field is an answer now, and what follows from it. */
  takesDigit: (digit: number) => boolean
  /** The current question; a digit never answers another question than the one it was pressed for. */
  question: () => unknown
  ondigit: (digit: number) => void
}

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="listbox"]') !== null
const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** The keyboard of Pack: typed and scanned text goes to the scan field, F-keys act, dialogs are left alone. */
export class KeyboardController {
  readonly #options: KeyboardOptions
  readonly #capture = new ScanCapture()
  input = $state<HTMLInputElement | null>(null)
  text = $state('')
  #alone: ReturnType<typeof setTimeout> | undefined = undefined
  /** A field a scan may be landing in, as it was before: scanned characters are taken out again. */
  #before: { field: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null

  constructor(options: KeyboardOptions) {
    this.#options = options
  }

  readonly submit = (code: string): void => {
    this.text = ''
    if (!code.trim()) return
    const asUsKeys = this.#capture.asUsKeys(code) ?? undefined
    // Typing by hand follows the computer's layout all the same.
    if (asUsKeys !== undefined && this.#options.isUsScanner() && this.#capture.wasFast) this.#options.onscan(asUsKeys)
    else this.#options.onscan(code, asUsKeys)
  }

  /** A scanner that does not type gave a code: as if it had. */
  readonly scanned = (code: string): void => {
    if (!isDialogOpen()) {
      this.text = ''
      this.#options.onscan(code)
    } else if (scanCommandOf(code.trim()) === 'CANCEL') closeDialog()
    else this.#options.onrefused(code)
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    clearTimeout(this.#alone)
    // AltGr, which Windows reports as Ctrl and Alt, types characters.
    const hasModifier = !event.getModifierState('AltGraph') && (event.ctrlKey || event.altKey || event.metaKey)
    if (this.#isOwnSign(event, hasModifier)) return this.#feed(event, hasModifier)
    const key = this.#options.keys().find((candidate) => candidate.key === event.key)
    if (key && !hasModifier) {
      // The browser's own meaning of the key, F6 for instance, would take the keyboard away.
      event.preventDefault()
      if (key.canRun && !isDialogOpen()) key.run()
      return
    }
    if (event.key === 'Escape' && !isDialogOpen()) {
      if (this.text) this.text = ''
      else this.#options.onclear()
      this.input?.focus()
      return
    }
    if (!hasModifier && this.#isOfEmptyField(event)) {
      if (/^\d$/.test(event.key) && this.#options.takesDigit(Number(event.key))) this.#awaitAlone(event.key)
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (this.#options.onarrow(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault()
        return
      }
      if (event.key === 'Enter' && !event.repeat && this.#capture.isHand(event.timeStamp)) {
        this.#awaitEnter(event, () => {
          if (this.text === '' && !isDialogOpen()) this.#options.onenter()
        })
        return
      }
    }
    const button = event.target
    const isAnswer = event.key === 'Enter' && !hasModifier && isDialogOpen() && button instanceof HTMLButtonElement
    if (isAnswer && this.#capture.isHand(event.timeStamp)) {
      if (!event.repeat) this.#awaitEnter(event, () => button.click())
      return
    }
    this.#feed(event, hasModifier)
  }

  /** An F-key, Escape, an arrow or a shortcut at a moment when only the scanner can have sent it. */
  #isOwnSign({ key, timeStamp }: KeyboardEvent, hasModifier: boolean): boolean {
    const isOther = hasModifier || !(key.length === 1 || ['Enter', 'Tab', 'Dead'].includes(key))
    return isOther && this.#capture.isScanners({ key, time: timeStamp, hasModifier })
  }

  /** Some scanners begin a code with a line end: Enter is the person's own where no key follows. */
  #awaitEnter(event: KeyboardEvent, act: () => void): void {
    event.preventDefault()
    event.stopPropagation()
    this.#alone = setTimeout(act, SLOW_GAP_MS)
  }

  /** A digit lands in the field; where nothing follows it is taken out again, and is an answer. */
  #awaitAlone(digit: string): void {
    const question = this.#options.question()
    this.#alone = setTimeout(() => {
      if (this.text !== digit || this.#options.question() !== question) return
      this.text = ''
      this.#options.ondigit(Number(digit))
    }, ALONE_MS)
  }

  #isOfEmptyField(event: KeyboardEvent): boolean {
    return event.target === this.input && this.text === '' && !isDialogOpen()
  }

  #feed(event: KeyboardEvent, hasModifier: boolean): void {
    if (event.target instanceof HTMLElement && 'codes' in event.target.dataset) return
    // When the key was pressed, not when a busy page got round to it.
    const time = event.timeStamp
    const target = this.#targetOf(event)
    if (this.#capture.isIdle(time)) {
      this.#before =
        target === 'field' && isField(event.target) ? { field: event.target, value: event.target.value } : null
    }
    const action = this.#capture.press({
      ...{ key: event.key, code: event.code, hasShift: event.shiftKey },
      ...{ time, hasModifier, target, isDialogOpen: isDialogOpen() },
    })
    if (action.kind === 'pass' || (action.kind === 'scan' && isFromScale(event.target, action.code))) return
    if (action.kind === 'focus') {
      this.input?.focus()
      return
    }
    // Windows composes a character from the digits of the number pad that are typed with Alt.
    if (!event.altKey || !event.code.startsWith('Numpad')) event.preventDefault()
    event.stopPropagation()
    if (action.kind === 'scan') {
      this.#takeBack()
      this.submit(target === 'scan' ? this.text : action.code)
      this.input?.focus()
    } else if (action.kind === 'refuse') {
      this.#takeBack()
      if (scanCommandOf(action.code) === 'CANCEL') closeDialog()
      else this.#options.onrefused(action.code)
    }
  }

  #targetOf(event: KeyboardEvent): CapturedKey['target'] {
    if (event.target === this.input) return 'scan'
    if (isField(event.target)) return 'field'
    return event.target instanceof Element && event.target.closest('button, a, summary, [role="option"]')
      ? 'control'
      : 'page'
  }

  #takeBack(): void {
    if (!this.#before) return
    this.#before.field.value = this.#before.value
    this.#before.field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** A press with the pointer gives the keyboard back to the scan field; the Tab key may still walk to every button. */
  readonly onclick = (event: MouseEvent): void => {
    if (event.detail > 0 && !isField(event.target)) this.refocusSoon()
  }

  /** A field beside is done with. */
  readonly focus = (): void => this.input?.focus()

  /** After a closing dialog has closed. */
  readonly refocusSoon = (): void => {
    setTimeout(() => {
      if (!isDialogOpen() && (!isField(document.activeElement) || document.activeElement === this.input)) {
        this.input?.focus()
      }
    })
  }
}

/** A scale that types its weight does so as fast as a scanner; in the field for weights, a short number is one. */
function isFromScale(target: EventTarget | null, code: string): boolean {
  return target instanceof HTMLInputElement && 'scale' in target.dataset && /^\d{1,5}(\.\d{1,2})?$/.test(code)
}

/** Esc on an open dialog answers nothing. */
function closeDialog(): void {
  const dialog = document.querySelector('[role="dialog"]')
  dialog?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}
