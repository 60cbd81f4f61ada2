/** One line of the palette. */
export interface PaletteItem {
  /** Unique over the whole list. */
  id: string
  text: string
  /** Shown after the text, quieter. */
  detail?: string
  /** Further words that find it. */
  words?: string
  run: () => void
}
