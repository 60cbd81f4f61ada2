import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { maintenanceCommands as rows } from '../../src-shared/station/commands/maintenance.ts'
import type { Services } from '../app/services.ts'

/** The commands about the station's own data. */
export function maintenanceCommands({
  maintenance,
  retention,
  archives,
  forgetting,
}: Pick<Services, 'maintenance' | 'retention' | 'archives' | 'forgetting'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'maintenance.state': () => maintenance.state(),
    'maintenance.backUp': () => maintenance.backUp(),
    'maintenance.planRestore': ({ name }) => maintenance.planRestore(name),
    'maintenance.useSecondPlace': ({ folder }) => maintenance.useSecondPlace(folder),
    'maintenance.sealSecondPlace': ({ passphrase }) => maintenance.sealSecondPlace(passphrase),
    'maintenance.verify': ({ name, place }) => maintenance.verify(name, place),
    'maintenance.drill': ({ place }) => maintenance.drill(place),
    'maintenance.lookAtAge': ({ rules }) => retention.look(rules),
    'maintenance.letGo': () => retention.letGo(),
    'maintenance.archives': () => archives.list(),
    'maintenance.makeArchive': ({ year }) => archives.make(year),
    'maintenance.removeArchived': ({ year }) => archives.remove(year),
    'maintenance.lookForPerson': ({ person }) => forgetting.look(person),
    'maintenance.forgetPerson': ({ person, reason }) => forgetting.forget(person, reason),
    'maintenance.rebuildCache': () => maintenance.rebuildCache(),
  }
}
