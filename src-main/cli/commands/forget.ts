import { z } from 'zod'
import type { PersonFound } from '../../../src-shared/station/app/forget.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError } from '../io.ts'
import { table } from '../table.ts'
import { withStation } from '../with-station.ts'

const several = z.array(z.string()).default([])
const optionsSchema = z.object({
  name: several,
  phone: several,
  email: several,
  other: several,
  reason: z.string().optional(),
  certain: z.boolean().default(false),
})
const listOption = { type: 'string', multiple: true } as const

/** `waybill forget`: where a person stands in the records, and blanking them there. */
export const forgetCommand: CliCommand = {
  name: 'forget',
  summary: 'find a person in everything that is kept, and blank them there',
  usage: `waybill forget --name NAME [--phone PHONE] [--email EMAIL] [--other TEXT]
    where they stand, what stands beside them, and what keeps them from being forgotten; nothing is changed
waybill forget ... --reason TEXT --certain
    blanks them there; nothing brings it back

Each may be said several times. --other is a company or a street that tells who somebody is. Money, references and signed
manifests stay, and so do backups and archives that were made before.`,

  async run(args, io) {
    const { flags, common } = readArguments(
      args,
      {
        ...{ name: listOption, phone: listOption, email: listOption, other: listOption },
        reason: { type: 'string' },
        certain: { type: 'boolean' },
      },
      optionsSchema,
    )
    const { name: names, phone: phones, email: emails, other: others, reason, certain: isCertain } = flags
    if (names.length + phones.length + emails.length === 0) {
      throw new UsageError('forget: say --name, --phone or --email')
    }
    if (isCertain && reason === undefined) throw new UsageError('forget: say why with --reason')
    const person = { names, phones, emails, others }
    const told = await withStation(io, common, { background: false }, ({ run }) =>
      isCertain
        ? run('maintenance.forgetPerson', { person, reason: reason ?? '', isCertain })
        : run('maintenance.lookForPerson', { person }),
    )
    if (common.json) io.out(JSON.stringify(told))
    else for (const line of linesOf(told, isCertain ? 'blanked' : 'found')) io.out(line)
    return EXIT.done
  },
}

function linesOf({ found, alongside, needed, stays, atSite }: PersonFound, word: string): string[] {
  const beside = [...alongside.names, ...alongside.phones, ...alongside.emails]
  return [
    ...(found.length === 0
      ? ['They stand nowhere here.']
      : table(
          ['where', word],
          found.map(({ place, count }) => [place, String(count)]),
        )),
    ...(beside.length === 0 ? [] : [`Beside them: ${beside.join('; ')}`]),
    ...(atSite === null
      ? []
      : [`Every station of the site ${atSite.siteName} forgets them as well: ${atSite.stations.join(', ')}`]),
    ...needed.map(({ need, what }) => `Still needed: ${what} (${need})`),
    ...(stays.backups === 0
      ? []
      : [`They stay in ${stays.backups} backups, until ${stays.backupsUntil ?? ''} at the latest.`]),
    ...(stays.secondPlace === null ? [] : [`They stay in the copies in ${stays.secondPlace}.`]),
    ...(stays.archives.length === 0 ? [] : [`They stay in the archives: ${stays.archives.join(', ')}`]),
    ...(stays.putAside === 0 ? [] : [`They may stay in ${stays.putAside} files that a recovery put aside.`]),
    ...(stays.manifests === 0 ? [] : [`They stay on ${stays.manifests} signed manifests.`]),
  ]
}
