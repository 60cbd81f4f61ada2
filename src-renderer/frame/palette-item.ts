/** One line of the palette. */
export interface PaletteItem {
  /** Unique over the whole list. */
  id: string
  text: string
  /** Said after the text, quieter. */
  detail?: string
  /** What a person may also type to find it. */
  words?: string
  run: () => void
}
