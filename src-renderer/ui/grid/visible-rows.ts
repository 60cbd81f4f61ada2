/** Rows drawn before and after those in sight, so that a quick scroll meets rows and not gaps. */
export const OVERSCAN = 8

/** Which rows to draw: first and last index, both included; last is -1 for none. */
export function visibleRows(
  { top, height, rowHeight }: { top: number; height: number; rowHeight: number },
  count: number,
): { first: number; last: number } {
  const first = Math.min(Math.max(0, Math.floor(top / rowHeight) - OVERSCAN), Math.max(0, count - 1))
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + OVERSCAN)
  return { first, last }
}

/** The row that a key leads to; null for any other key. @param page rows that fit in sight */
export function rowAfterKey(key: string, row: number, count: number, page: number): number | null {
  const last = Math.max(0, count - 1)
  const step = Math.max(1, page - 1)
  switch (key) {
    case 'ArrowDown':
      return Math.min(row + 1, last)
    case 'ArrowUp':
      return Math.max(row - 1, 0)
    case 'PageDown':
      return Math.min(row + step, last)
    case 'PageUp':
      return Math.max(row - step, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** Where to scroll so that the row is whole in sight, not under the heading; the same place when it is. */
export function scrollFor(
  row: number,
  { top, height, rowHeight }: { top: number; height: number; rowHeight: number },
): number {
  const start = row * rowHeight
  if (start < top) return start
  return start + rowHeight > top + height ? start + rowHeight - height : top
}
