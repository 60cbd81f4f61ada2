import { LabelRoomError } from '../../src-labels/compose/column.ts'
import { invalidField } from '../../src-shared/station/error.ts'

/**
 * What `compose` makes of a label of the station's own. @param path the field that chose the stock
 * @throws StationError INVALID_INPUT when the label has no room on it
 */
export function withRoom(path: string, compose: () => Uint8Array): Uint8Array {
  try {
    return compose()
  } catch (error) {
    throw error instanceof LabelRoomError ? invalidField(path, error.message) : error
  }
}
