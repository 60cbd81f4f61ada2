const MOVES: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
}

/** The row a key leads to from the row at `index`, of rows 0..last; null for any other key. */
export function nextRow(key: string, index: number, last: number): number | null {
  return MOVES[key]?.(index, last) ?? null
}

/**
 * Moves the focus between the rows of a grid that match `selector`, from the row the event came from.
 * @returns whether the key was one of these.
 */
export function moveFocus(event: KeyboardEvent & { currentTarget: EventTarget | null }, selector: string): boolean {
  if (!(event.currentTarget instanceof HTMLElement)) return false
  const rows = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const next = nextRow(event.key, rows.indexOf(event.currentTarget), rows.length - 1)
  if (next === null) return false
  rows[next]?.focus()
  return true
}
