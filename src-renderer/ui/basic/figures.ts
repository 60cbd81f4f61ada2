/** A cell of a table of figures: its text, or with how it is to be read. */
export type Figure = string | { text: string; tone: 'strong' | 'bad' }

/** One row: what names it (an empty name is a blank cell), and its figures. */
export interface FigureRow {
  names: readonly string[]
  figures: readonly Figure[]
  /** Where its first name leads. */
  href?: string
  /** It is the one that is shown beside the table. */
  isCurrent?: boolean
}

/** A table of figures as data. */
export interface Figures {
  /** Over the names of a row, then over its figures. */
  nameHeads: readonly string[]
  figureHeads: readonly string[]
  rows: readonly FigureRow[]
  /** Kept in sight below the rows; the first name of each reaches over all names. */
  totals?: readonly FigureRow[]
}
