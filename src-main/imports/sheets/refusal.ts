import { StationError } from '../../../src-shared/station/error.ts'

/** A file that is no table. @param row as a spreadsheet numbers rows, or the line of a text */
export const unreadable = (message: string, why: string, row = 1): StationError =>
  new StationError({ code: 'UNREADABLE_FILE', message, details: { row, why } })

export const tooLarge = (what: string, most: number): StationError =>
  new StationError({
    code: 'TOO_LARGE',
    message: `${what} has more than ${Math.round(most / 1024 / 1024)} MB. Split it.`,
    details: { most },
  })
