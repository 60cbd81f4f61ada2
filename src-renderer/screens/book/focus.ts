/**
 * Takes the focus when it appears: where a screen's part was replaced, the focus would fall off the page. A heading that
 * is read aloud so is nothing to act on, and has no ring.
 */
export function takeFocus(element: HTMLElement): void {
  element.style.outline = 'none'
  element.focus({ preventScroll: true })
}

/** The first field in it takes the focus when it appears. */
export const focusFirstField = (element: HTMLElement): void =>
  element.querySelector<HTMLElement>('input, select, textarea')?.focus()
