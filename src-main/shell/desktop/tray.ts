import type { MenuItemConstructorOptions } from 'electron'
import type { Status } from './status.ts'
import type { ShellWords } from './words.ts'

export type Look = 'ok' | 'waiting' | 'trouble'

/** The worst state decides the look. */
export function lookOf({ isOffline, hasPrinterTrouble, waiting, inbox }: Status): Look {
  if (isOffline || hasPrinterTrouble) return 'trouble'
  return waiting > 0 || inbox > 0 ? 'waiting' : 'ok'
}

/** How it is, a sentence a line. */
export function statusInWords({ isOffline, hasPrinterTrouble, waiting, inbox }: Status, words: ShellWords): string[] {
  const lines = [
    ...(isOffline ? [words.offline] : []),
    ...(hasPrinterTrouble ? [words.printerTrouble] : []),
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
    ...(inbox > 0 ? [words.needsPerson(inbox)] : []),
  ]
  return lines.length > 0 ? lines : [words.allWell]
}

interface Ways {
  show(): void
  quote(): void
  pack(): void
  inbox(): void
  quit(): void
}

/** The menu behind the tray's icon: how it is, and the ways from there. */
export function trayTemplate(now: Status, words: ShellWords, ways: Ways): MenuItemConstructorOptions[] {
  return [
    ...statusInWords(now, words).map((label) => ({ label, enabled: false })),
    { type: 'separator' },
    { label: words.show, click: ways.show },
    { label: words.newQuote, click: ways.quote },
    { label: words.pack, click: ways.pack },
    { label: words.inbox, click: ways.inbox },
    { type: 'separator' },
    { label: words.quit, click: ways.quit },
  ]
}
