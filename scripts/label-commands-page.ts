import { format, resolveConfig } from 'prettier'
import type { CommandRow } from '../src-labels/command-row.ts'
import { EPL_COMMANDS } from '../src-labels/epl/command-table.ts'
import { CONTROL_BYTE_ROWS, OTHER_LANGUAGE_ROWS } from '../src-labels/other-languages.ts'
import { ZPL_COMMANDS } from '../src-labels/zpl/command-table.ts'

const DECIDES: Readonly<Record<NonNullable<CommandRow['decides']>, string>> = {
  copies: 'copies, pause',
  'deleted-object': 'drive and name',
  encoding: 'character set',
  level: 'version',
  picture: 'form and size',
  prefix: 'the character',
  'recalled-object': 'name, and drive where it has one',
  'save-mode': 'mode',
  'stored-object': 'drive, name, kind',
  units: 'resolutions',
}

const OUTLIVES: Readonly<Record<CommandRow['outlives'], string>> = {
  no: 'no',
  'power-off': 'until power off',
  saved: 'until power off, or kept once saved',
  flash: 'yes, at once',
  tag: 'in the tag',
  unknown: 'not known',
}

/** The page docs/label-commands.md: every row of the command tables, in the form that the repository writes Markdown in. */
export async function labelCommandsPage(path: string): Promise<string> {
  const page = [
    '# Label commands',
    'Written by `npm run label-commands` from the tables in `src-labels`; do not edit it by hand.',
    [
      'What becomes of each command in a label that came from elsewhere. **pass**: it goes to the printer; where the table',
      'names what sets it back, that follows behind the label, so that the next one does not inherit it. **strip**: it is left',
      'out, and the label prints without it. **refuse**: the label is not printed. Where parameters decide, the table says',
      'what happens when they are harmless. A command that no table knows is left out and named. A printer’s profile may let',
      'through what is left out, never what is refused. **seen in**: whose genuine labels held it.',
    ].join(' '),
    ...section('ZPL II', ZPL_COMMANDS),
    ...section('Control bytes in ZPL', CONTROL_BYTE_ROWS),
    ...section('EPL2', EPL_COMMANDS),
    ...section('Other languages on the same port', OTHER_LANGUAGE_ROWS),
  ].join('\n\n')
  return format(page, { ...(await resolveConfig(path)), parser: 'markdown' })
}

function section(title: string, rows: readonly CommandRow[]): string[] {
  const counts = (['pass', 'strip', 'refuse'] as const)
    .map((treatment) => `${treatment} ${rows.filter((row) => row.treatment === treatment).length}`)
    .join(', ')
  const head = [
    '| command | what it does | class | treatment | parameters that decide | outlives the label | set back by | manual | seen in |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ]
  const sorted = [...rows].sort((a, b) => (a.name + a.prefix < b.name + b.prefix ? -1 : 1))
  return [`## ${title}`, `${rows.length} rows: ${counts}.`, [...head, ...sorted.map(line)].join('\n')]
}

function line(row: CommandRow): string {
  const cells = [
    code(row.prefix + row.name),
    row.does,
    row.class,
    row.treatment,
    row.decides === null ? '' : DECIDES[row.decides],
    OUTLIVES[row.outlives],
    row.setBack === null ? '' : code(row.setBack),
    row.manual,
    row.seenIn.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

function code(text: string): string {
  return `\`${text}\``
}
