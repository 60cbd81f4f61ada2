import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { maintenanceCommands as rows } from '../../src-shared/station/commands/maintenance.ts'
import { factsOf } from '../maintenance/facts.ts'
import type { Services } from '../services.ts'

/** The commands about the station's own data. */
export function maintenanceCommands(services: Services): Pick<CommandHandlers, keyof typeof rows> {
  const { maintenance } = services
  return {
    'maintenance.state': () => maintenance.state(),
    'maintenance.backUp': () => maintenance.backUp(),
    'maintenance.planRestore': ({ name }) => maintenance.planRestore(name),
    'maintenance.rebuildCache': () => maintenance.rebuildCache(),
    'maintenance.facts': () => factsOf(services),
  }
}
