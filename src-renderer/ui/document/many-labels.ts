import type { StationErrorData } from '../../../src-shared/station/error.ts'

/** How many labels the station asks about, and how many it prints unasked; null for any other failure. */
export function manyLabels({ code, details }: StationErrorData): { labels: number; most: number } | null {
  const { labels, most } = details
  return code === 'MANY_LABELS' && typeof labels === 'number' && typeof most === 'number' ? { labels, most } : null
}
