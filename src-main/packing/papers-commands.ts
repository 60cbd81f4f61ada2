import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { papersCommands as rows } from '../../src-shared/station/commands/papers.ts'
import type { Services } from '../app/services.ts'

/** The commands about the station's own papers. */
export function papersCommands({ papers }: Pick<Services, 'papers'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'papers.logo': async () => ({ logo: await papers.logo() }),
    'papers.setLogo': async ({ logo }) => ({ logo: await papers.setLogo(logo) }),
    'papers.preview': async ({ papers: settings, language }) => ({ pages: await papers.preview(settings, language) }),
    'papers.mail': ({ shipmentId }) => papers.mail(shipmentId),
  }
}
