/** Every cell on screen that can be fixed has its identity in `data-cell`. */
const CELLS = 'input[data-cell]'

const cellsIn = (root: ParentNode): HTMLInputElement[] => [...root.querySelectorAll<HTMLInputElement>(CELLS)]

/** The cell behind this one, by its name; null: it is the last. */
export function nextCell(input: HTMLInputElement): string | null {
  const all = cellsIn(document)
  return all[all.indexOf(input) + 1]?.dataset['cell'] ?? null
}

/** After a cell was fixed: stays where it is still wrong, else the next that is, else the first. */
export function focusCell(input: HTMLInputElement, next: string | null): void {
  if (input.isConnected) {
    input.focus()
    input.select()
    return
  }
  const all = cellsIn(document)
  const wanted = all.find((one) => one.dataset['cell'] === next) ?? all[0]
  wanted?.focus()
}

/** A keyboard user begins in the first cell that is wrong, unless they are somewhere already. */
export function focusFirstCell(root: ParentNode): void {
  const at = document.activeElement
  if (at === null || at === document.body || at.tagName === 'H1') cellsIn(root)[0]?.focus()
}
