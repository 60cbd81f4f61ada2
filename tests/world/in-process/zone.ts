/** The zone of the station's machine, by its usual days: the service and the world count in UTC. */
export const HOME = 'America/Chicago'

/** Where a machine is carried to, or is set to by mistake; two of them a day ahead or behind. */
export const ZONES = { [HOME]: 1, 'America/Mexico_City': 1, 'Asia/Tokyo': 1, 'Pacific/Honolulu': 1, UTC: 1 }

/** Node.js takes it at once. Of the whole process: a world is one machine. */
export function moveTo(zone: string): void {
  process.env['TZ'] = zone
}
