import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { openArchive } from './app-archive.ts'
import { projectRoot } from './project.ts'

/** Where the package has the program, and Node.js beside it: nothing else is needed to run a site. */
const HOME = 'opt/waybill-site'

/** What a packed app says of itself (electron-builder writes it). */
const manifestSchema = z.object({ version: z.string(), homepage: z.string(), description: z.string() })

const recipeSchema = z.object({ linux: z.object({ maintainer: z.string() }) })

const COMMAND = `#!/bin/sh
exec /${HOME}/bin/node /${HOME}/out/src-main/cli/waybill.js "$@"
`

/** What the unit reads; the package's own until a person has changed it. */
export const siteSettings = `# What every station calls the site, and where its freight service is.
SITE_NAME=
FREIGHT_URL=
# More options of \`waybill site start\`, such as --backup-to /mnt/backup
SITE_OPTIONS=
`

/** Starts a site that was set to start; a new one has neither its settings nor its secrets yet. */
const AFTER_INSTALL = `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
getent passwd waybill >/dev/null || useradd --system --home-dir /var/lib/waybill --shell /usr/sbin/nologin waybill
install -m 0700 -d /etc/waybill
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if systemctl is-enabled --quiet waybill-site; then systemctl start waybill-site; fi
`

/** A program whose files change below it must not send bookings meanwhile. */
const BEFORE_REMOVAL = `#!/bin/sh
set -e
[ -d /run/systemd/system ] || exit 0
systemctl stop waybill-site
if [ "$1" = remove ]; then systemctl disable --quiet waybill-site; fi
`

/** Data and secrets stay, also when it is purged: they are bookings that were paid for. */
const AFTER_REMOVAL = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
`

/**
 * The Debian package of the site server: what a packed app holds, run by this Node.js instead of Electron.
 * @param packed the folder that electron-builder packed for this system (linux-unpacked)
 * @param folder where the package is written
 * @returns its path; null where there is no dpkg-deb
 */
export function makeSiteDeb(packed: string, folder: string): string | null {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return null
  const tree = mkdtempSync(join(tmpdir(), 'waybill-site-'))
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text, { mode })
  }
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(tree, to)), { recursive: true })
    copyFileSync(from, join(tree, to))
  }
  // A temporary folder is its maker's alone; the root of a system is not.
  chmodSync(tree, 0o755)
  try {
    openArchive(join(packed, 'resources', 'app.asar')).extract(join(tree, HOME))
    const { version, homepage, description } = manifestSchema.parse(
      JSON.parse(readFileSync(join(tree, HOME, 'package.json'), 'utf8')),
    )
    const { linux } = recipeSchema.parse(parse(readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8')))
    copy(process.execPath, `${HOME}/bin/node`)
    chmodSync(join(tree, HOME, 'bin', 'node'), 0o755)
    write('usr/bin/waybill', COMMAND, 0o755)
    write('etc/default/waybill-site', siteSettings)
    copy(join(projectRoot, 'packaging', 'waybill-site.service'), 'usr/lib/systemd/system/waybill-site.service')
    copy(join(projectRoot, 'packaging', 'waybill.1'), 'usr/share/man/man1/waybill.1')
    copy(join(projectRoot, 'LICENSE'), 'usr/share/doc/waybill-site/copyright')
    copy(join(projectRoot, 'NOTICE.md'), 'usr/share/doc/waybill-site/NOTICE.md')
    const kilobytes = globSync('**/*', { cwd: tree }).reduce(
      (sum, path) => sum + statSync(join(tree, path)).size / 1024,
      0,
    )
    const processor = process.arch === 'x64' ? 'amd64' : process.arch
    write(
      'DEBIAN/control',
      `Package: waybill-site
Version: ${version}
Section: misc
Priority: optional
Architecture: ${processor}
Maintainer: ${linux.maintainer}
Installed-Size: ${Math.ceil(kilobytes)}
Depends: libc6 (>= 2.34), libstdc++6, passwd
Suggests: postgresql
Conflicts: waybill
Homepage: ${homepage}
Description: ${description}
 The site server, which sends the bookings of many stations, and the command
 line; without the desktop app.
`,
    )
    write('DEBIAN/conffiles', '/etc/default/waybill-site\n')
    write('DEBIAN/postinst', AFTER_INSTALL, 0o755)
    write('DEBIAN/prerm', BEFORE_REMOVAL, 0o755)
    write('DEBIAN/postrm', AFTER_REMOVAL, 0o755)
    const deb = join(folder, `waybill-site_${version}_${processor}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, deb], { stdio: 'pipe' })
    return deb
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}
