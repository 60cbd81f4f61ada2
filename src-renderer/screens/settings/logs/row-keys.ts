/** Arrow keys go from a row's button to the next row's. */
export function moveRow(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('tr button') ?? [])]
  const next = rows[rows.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
