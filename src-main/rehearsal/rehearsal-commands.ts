import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { rehearsalCommands as rows } from '../../src-shared/station/commands/rehearsal.ts'
import type { Services } from '../app/services.ts'

/** The commands about rehearsing bad days. */
export function rehearsalCommands({
  rehearsal,
}: Pick<Services, 'rehearsal'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'rehearsal.state': () => rehearsal.state(),
    'rehearsal.stage': ({ scene }) => rehearsal.stage(scene),
    'rehearsal.clear': ({ scene }) => rehearsal.clear(scene),
    'rehearsal.speak': ({ responseVariant }) => rehearsal.speak(responseVariant),
    'rehearsal.end': () => rehearsal.end(),
  }
}
