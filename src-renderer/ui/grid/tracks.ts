/** A column's track: its minimum in rem, fewer where there is less room, and its share of the rest. */
export interface Track {
  min: number
  tight: number
  share: number
}

/** Columns as CSS tracks, and how wide they must be at least. @param room how many rem there are */
export function gridTracks(columns: readonly Track[], room: number): { tracks: string; least: string } {
  const sum = (of: 'min' | 'tight') => columns.reduce((total, column) => total + column[of], 0)
  const of = sum('min') <= room ? 'min' : 'tight'
  return {
    tracks: columns.map((column) => `minmax(${column[of]}rem, ${column.share}fr)`).join(' '),
    least: `${sum(of)}rem`,
  }
}
