import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { COMMANDS, loadCommands, overview } from '../src-main/cli/cli.ts'
import { projectRoot } from './project.ts'

/** `node scripts/man-page.ts`: writes packaging/waybill.1 from the commands and their usage. */

/** A text as troff prints it: no line of it is a request, and a hyphen can be copied. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&')

const asWritten = (text: string): string => `.EX\n${roff(text)}\n.EE`

/** The man page of `waybill`, section 1. */
export async function manPage(): Promise<string> {
  const loaded = await loadCommands()
  const commands = loaded.map(
    ({ name, usage }, at) =>
      `.SS waybill ${roff(name)}\n${roff(COMMANDS[at]?.summary ?? '')}.\n.PP\n${asWritten(usage)}`,
  )
  return `.\\" Written by scripts/man-page.ts.
.TH WAYBILL 1 "" Waybill "User Commands"
.SH NAME
waybill \\- quote, book, print and track freight
.SH SYNOPSIS
.B waybill
.RI [ command
.RI [ options ]]
.SH DESCRIPTION
Without a command the window opens. A command runs in the Waybill that is open, or in a station of its own.
.PP
${asWritten(overview().join('\n'))}
.SH COMMANDS
${commands.join('\n')}
.SH ENVIRONMENT
.TP
.B WAYBILL_DATA
The data folder.
.TP
.B WAYBILL_BASE_URL
The freight service.
.TP
.B WAYBILL_API_KEY
Its key, which is sent to no other service.
.TP
.B WAYBILL_SITE_DATABASE
The database of a site.
.TP
.B CREDENTIALS_DIRECTORY
A folder with the secrets of a site: api\\-key, site\\-database, metrics\\-token.
`
}

if (import.meta.main) {
  programArguments('node scripts/man-page.ts: writes packaging/waybill.1 from the commands', z.object({}))
  writeFileSync(join(projectRoot, 'packaging', 'waybill.1'), await manPage())
}
