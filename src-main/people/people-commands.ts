import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { peopleCommands as rows } from '../../src-shared/station/commands/people.ts'
import type { StationState } from '../../src-shared/station/app/state.ts'
import type { Services } from '../app/services.ts'
import { badgeBarcode } from './badge.ts'

/** The commands about who works here. @param state what the frame receives after who is signed in has changed */
export function peopleCommands(
  { people }: Pick<Services, 'people'>,
  state: () => Promise<StationState>,
): Pick<CommandHandlers, keyof typeof rows> {
  const { signIn } = people
  return {
    'people.list': () => people.list(),
    'people.save': async (input) => {
      await people.save(input)
      return people.list()
    },
    'people.end': async ({ personId }) => {
      await people.end(personId)
      return people.list()
    },
    'people.drawBadge': async ({ personId }) => {
      const drawn = await people.drawBadge(personId)
      return { ...drawn, svg: badgeBarcode(drawn.badge) }
    },
    'people.rules': async () => people.rules(),
    'people.setRules': (input) => people.setRules(input),
    'people.signIn': async (credentials) => {
      await signIn.signIn(credentials)
      return state()
    },
    'people.signOut': async () => {
      await signIn.signOut()
      return state()
    },
    'people.touch': async () => {
      signIn.touch()
      return { isNoted: true }
    },
    'people.approve': ({ refusalId, credentials }) => signIn.approve(refusalId, credentials),
  }
}
