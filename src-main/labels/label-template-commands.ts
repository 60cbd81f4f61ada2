import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { labelTemplateCommands as rows } from '../../src-shared/station/commands/label-template.ts'
import type { Services } from '../app/services.ts'

/** The commands about label templates of one's own. */
export function labelTemplateCommands({
  labelTemplates,
}: Pick<Services, 'labelTemplates'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'labelTemplates.list': () => labelTemplates.list(),
    'labelTemplates.save': (input) => labelTemplates.save(input),
    'labelTemplates.remove': ({ templateId }) => labelTemplates.remove(templateId),
    'labelTemplates.preview': (input) => labelTemplates.preview(input),
    'labelTemplates.print': (input) => labelTemplates.print(input),
    'labelTemplates.checkCsv': (input) => labelTemplates.checkCsv(input),
    'labelTemplates.printCsv': (input) => labelTemplates.printCsv(input),
  }
}
