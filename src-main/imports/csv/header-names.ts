/** How many rows are searched for the header: titles may be above it. */
export const TITLE_ROWS = 20
/** No table has more. */
export const MOST_COLUMNS = 500

/** A name for each column: an empty header gets the column's number, a repeated one its count. */
export function headerNames(cells: readonly string[]): string[] {
  const names: string[] = []
  cells.forEach((cell, index) => {
    const bare = cell.trim().replaceAll(/\s+/g, ' ').slice(0, 180) || `Column ${index + 1}`
    let name = bare
    for (let copy = 2; names.includes(name); copy++) name = `${bare} (${copy})`
    names.push(name)
  })
  return names
}
