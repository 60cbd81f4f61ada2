import type { Station } from '../station.ts'

/** Writes under way, by station and by form: those of a form that was left, too. */
const UNDER_WAY = new WeakMap<Station, Map<string, Promise<void>>>()

/** Resolves when every write of this form that was begun has ended, well or not; without one, of every form. */
export async function writesOf(station: Station, form?: string): Promise<void> {
  const ofStation = UNDER_WAY.get(station)
  if (form === undefined) await Promise.all([...(ofStation?.values() ?? [])])
  else await ofStation?.get(form)
}

/** Writes after the pending writes of this form. Rejects as the write does. */
export function writeInTurn(station: Station, form: string, write: () => Promise<unknown>): Promise<void> {
  const ofStation = UNDER_WAY.get(station) ?? new Map<string, Promise<void>>()
  UNDER_WAY.set(station, ofStation)
  const done = writesOf(station, form).then(async () => {
    await write()
  })
  const turn = done
    .catch(() => undefined)
    .then(() => {
      if (ofStation.get(form) === turn) ofStation.delete(form)
    })
  ofStation.set(form, turn)
  return done
}
