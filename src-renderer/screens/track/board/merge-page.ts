/** A page as it is on screen, and the same page as the station has it now. */
export interface MergedPage<R> {
  /** The rows on screen in their order, each with its newest content. */
  rows: R[]
  /** Rows that the fresh page brings and the screen does not show yet. */
  fresh: string[]
  /** Rows on screen that no longer belong where they are. */
  gone: string[]
}

/**
 * Renews rows without moving one. Rows pushed off the end of a full page by new ones are neither gone nor known.
 * @param isShown is this row on another page of the screen?
 */
export function mergePage<R extends { shipmentId: string }>(
  shown: readonly R[],
  now: readonly R[],
  isShown: (shipmentId: string) => boolean = () => false,
): MergedPage<R> {
  const newest = new Map(now.map((row) => [row.shipmentId, row]))
  const here = new Set(shown.map((row) => row.shipmentId))
  const fresh = now.filter(({ shipmentId }) => !here.has(shipmentId) && !isShown(shipmentId))
  let pushed = now.length - now.filter(({ shipmentId }) => here.has(shipmentId)).length
  const gone: string[] = []
  for (const { shipmentId } of [...shown].reverse()) {
    if (newest.has(shipmentId)) pushed = 0
    else if (pushed > 0) pushed--
    else gone.push(shipmentId)
  }
  return {
    rows: shown.map((row) => newest.get(row.shipmentId) ?? row),
    fresh: fresh.map(({ shipmentId }) => shipmentId),
    gone: gone.reverse(),
  }
}
