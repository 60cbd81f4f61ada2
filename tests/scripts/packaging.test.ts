import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectRoot } from '../../scripts/project.ts'
import { siteSettings } from '../../scripts/site-deb.ts'
import { readArguments } from '../../src-main/cli/command.ts'
import { siteCommand } from '../../src-main/cli/commands/site.ts'
import { siteOptions } from '../../src-main/cli/site-options.ts'
import { tempDir } from '../support/temp-dir.ts'

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const unit = read('packaging/waybill-site.service')

/** The flags of a command line as the site reads them. @throws UsageError for one that there is not */
const flagsOf = (words: string[]) => {
  const [site, start, ...rest] = words
  expect([site, start]).toEqual(['site', 'start'])
  return readArguments(rest, siteOptions)
}

test('the page on sites shows the unit as it is', () => {
  expect(read('docs/site.md')).toContain(`\`\`\`\n${unit}\`\`\`\n`)
})

test('the unit starts a site with options that there are, and loads secrets that the site reads', () => {
  const settings: Record<string, string> = { SITE_NAME: 'Laredo', FREIGHT_URL: 'https://freight.example/api/v1' }
  expect([...siteSettings.matchAll(/^(\w+)=$/gm)].map(([, name]) => name)).toEqual([
    ...Object.keys(settings),
    'SITE_OPTIONS',
  ])
  const line = /^ExecStart=(.+) \$SITE_OPTIONS$/m.exec(unit)?.[1] ?? ''
  const [program, ...words] = line.split(' ').map((word) => settings[/^\$\{(\w+)\}$/.exec(word)?.[1] ?? ''] ?? word)
  expect(program).toBe('/usr/bin/waybill')
  const { flags, common } = flagsOf(words)
  expect([flags.name, common.baseUrl]).toEqual(['Laredo', 'https://freight.example/api/v1'])
  // The one folder that it may write.
  expect(common.data).toBe(`/var/lib/${/^StateDirectory=(.+)$/m.exec(unit)?.[1]}`)
  const secrets = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name = '']) => name)
  expect(secrets).toEqual(['api-key', 'site-database'])
  for (const name of secrets) expect(siteCommand.usage).toContain(name)
})

const why = spawnSync('systemd-analyze', ['--version']).status === 0 ? '' : 'skipped: no systemd here'

test.skipIf(why !== '')(`systemd finds nothing wrong with the unit ${why}`.trim(), () => {
  const verify = (text: string) => {
    const file = join(tempDir(), 'waybill-site.service')
    // Waybill is not installed here.
    writeFileSync(file, text.replace('/usr/bin/waybill', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    return { status, stderr }
  }
  expect(verify(unit)).toEqual({ status: 0, stderr: '' })
  expect(verify(unit.replace('ProtectSystem=strict', 'ProtectSystem=strictly')).stderr).toContain('ignoring: strictly')
})

test('the image is made of files that there are, and starts the command line', () => {
  const lines = read('packaging/Dockerfile').replaceAll('\\\n', '').split('\n')
  const words = lines.map((line) => line.split(/\s+/))
  expect(words.filter(([word]) => word === 'FROM').map(([, image]) => image)).toEqual([
    'node:24-bookworm-slim',
    'node:24-bookworm-slim',
  ])
  const copied = words.flatMap(([word, ...paths]) =>
    word === 'COPY' ? paths.slice(0, -1).filter((path) => !path.startsWith('--')) : [],
  )
  const made = ['node_modules', 'out']
  const sources = copied.map((path) => path.replace(/^\/src\//, '')).filter((path) => !made.includes(path))
  expect(sources).toContain('package-lock.json')
  for (const path of sources) expect([path, existsSync(join(projectRoot, path))]).toEqual([path, true])
  expect(lines.join('\n')).toContain('node scripts/build.ts')
  const [, program = ''] = z
    .array(z.string())
    .parse(JSON.parse(lines.find((line) => line.startsWith('ENTRYPOINT'))?.slice('ENTRYPOINT '.length) ?? '[]'))
  const source = program.replace('/opt/waybill/out/', '').replace(/\.js$/, '.ts')
  expect(existsSync(join(projectRoot, source))).toBe(true)
  // The last stage runs as no one who could write the program.
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER node')
  // What is not in the image's context is not in git either.
  const ignored = read('.dockerignore').trim().split('\n')
  expect(ignored.filter((path) => execFileSync('git', ['ls-files', path], { cwd: projectRoot }).length > 0)).toEqual([])
})

const serviceSchema = z.object({
  command: z.array(z.string()).optional(),
  image: z.string().optional(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
  volumes: z.array(z.string()),
  healthcheck: z.object({ test: z.array(z.string()) }),
})
const composeSchema = z.object({
  services: z.object({ site: serviceSchema, database: serviceSchema }),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

test('the composed site has options, secrets and volumes that there are, on PostgreSQL 18', () => {
  const { services, volumes, secrets } = composeSchema.parse(parse(read('packaging/compose.yaml')))
  const { site, database } = services
  const words = site.command?.map((word) =>
    word.replace(/\$\{(\w+).*\}/, (_, name) => (name === 'SITE_NAME' ? 'Laredo' : 'https://a.example')),
  )
  const { flags, common } = flagsOf(words ?? [])
  expect([flags.name, common.baseUrl, flags.url]).toEqual(['Laredo', 'https://a.example', ['https://a.example']])
  expect(site.volumes).toEqual([`site:${common.data}`])
  expect(site.environment).toEqual({ CREDENTIALS_DIRECTORY: '/run/secrets' })
  for (const name of site.secrets) expect(siteCommand.usage).toContain(name)
  expect(Object.keys(secrets).sort()).toEqual([...site.secrets, ...database.secrets].sort())
  expect([...site.volumes, ...database.volumes].map((volume) => volume.split(':')[0]).sort()).toEqual(
    Object.keys(volumes).sort(),
  )
  expect(database.image).toBe('postgres:18')
  expect(site.build).toEqual({ context: '..', dockerfile: 'packaging/Dockerfile' })
  // The script of the health check is one.
  const [, , , script = ''] = site.healthcheck.test
  expect(spawnSync(process.execPath, ['--check', '-'], { input: script, encoding: 'utf8' }).stderr).toBe('')
  expect(globSync('packaging/secrets/*', { cwd: projectRoot })).toEqual([])
})

const noAppStream = spawnSync('appstreamcli', ['--version']).status === 0 ? '' : 'skipped: no appstreamcli here'
const PAGE = 'packaging/app.waybill.desktop.metainfo.xml'

test.skipIf(noAppStream !== '')(`AppStream finds nothing wrong with the page ${noAppStream}`.trim(), () => {
  const validate = (text: string) => {
    const file = join(tempDir(), 'app.waybill.desktop.metainfo.xml')
    writeFileSync(file, text)
    return spawnSync('appstreamcli', ['validate', '--no-net', file], { encoding: 'utf8' }).status
  }
  const released = read(PAGE).replace('<releases>', '<releases><release version="9.0.0" date="2026-03-02"/>')
  expect([validate(read(PAGE)), validate(released)]).toEqual([0, 0])
  expect(validate(released.replace('2026-03-02', 'today'))).not.toBe(0)
})

test('the deb puts the man page and the page of software centers where Linux looks for them', () => {
  const { appId, linux, deb } = z
    .object({
      appId: z.string(),
      linux: z.object({ executableName: z.string() }),
      deb: z.object({ fpm: z.array(z.string()) }),
    })
    .parse(parse(read('electron-builder.yml')))
  const placed = deb.fpm.map((line) => line.split('='))
  expect(placed).toEqual([
    ['packaging/waybill.1', `/usr/share/man/man1/${linux.executableName}.1`],
    [PAGE, `/usr/share/metainfo/${appId}.metainfo.xml`],
  ])
  for (const [file = ''] of placed) expect([file, existsSync(join(projectRoot, file))]).toEqual([file, true])
  expect(read(PAGE)).toContain(`<id>${appId}</id>`)
  expect(read(PAGE)).toContain(`<launchable type="desktop-id">${linux.executableName}.desktop</launchable>`)
})
