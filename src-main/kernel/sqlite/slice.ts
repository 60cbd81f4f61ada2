/** How much went in one short transaction, or would: between two others have their turn. */
export interface Slice {
  count: number
  /** What the rows held, without indexes. */
  bytes: number
}

/** A moment before which rows go, and whether they are only counted. */
export interface Sweep {
  before: Date
  isDry: boolean
}
