/** The most filters that one list has under names. */
export const MOST_SAVED = 30

/** With this one; another of the same name is replaced. */
export function withSaved<Saved extends { name: string }>(saved: readonly Saved[], added: Saved): Saved[] {
  const name = added.name.trim()
  const others = saved.filter((entry) => entry.name.toLowerCase() !== name.toLowerCase())
  return [...others, { ...added, name }].sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST_SAVED)
}
