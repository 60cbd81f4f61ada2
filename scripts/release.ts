import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { byVersion } from './native-needs.ts'
import { projectRoot } from './project.ts'

/** `npm run release`: makes a version of what CHANGELOG.md has under Unreleased. */

const USAGE = `npm run release -- X.Y.Z | major | minor | patch [--yes] [--no-tag]

Dates the Unreleased section of CHANGELOG.md, writes the version into package.json, package-lock.json, the AppStream page and the
clients, writes the section to dist/release-notes.md, commits, and tags vX.Y.Z. It pushes nothing.

  --yes     does it; without it, only prints what it would do
  --no-tag  commits without the tag`

const STEPS = ['major', 'minor', 'patch'] as const
const packageSchema = z.looseObject({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })
const lockSchema = z.looseObject({ version: z.string(), packages: z.looseObject({ '': z.looseObject({}) }) })

/** Why no version can be made now, as a sentence for the person who asked. */
export class ReleaseRefused extends Error {}

export interface Release {
  version: string
  /** What the version brings, as Markdown. */
  notes: string
  /** The new content of each file that changes, by its path in the project. */
  files: Map<string, string>
}

const git = (root: string, ...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8')
const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * What the release changes; nothing is written yet.
 * @param asked a version, or which of its three numbers goes up
 * @param date the day of the release, YYYY-MM-DD
 * @throws ReleaseRefused for a changed tree, a version that is not newer, or nothing to release
 */
export function planRelease(root: string, asked: string, date: string): Release {
  if (git(root, 'status', '--porcelain') !== '')
    throw new ReleaseRefused('There are changes that are not committed. Commit or remove them first.')
  const manifest = packageSchema.parse(JSON.parse(read(root, 'package.json')))
  const version = nextVersion(manifest.version, asked)
  if (git(root, 'tag', '--list', `v${version}`) !== '') throw new ReleaseRefused(`There is a tag v${version} already.`)
  const { notes, changelog } = cutChangelog(read(root, 'CHANGELOG.md'), version, date)
  const lock = lockSchema.parse(JSON.parse(read(root, 'package-lock.json')))
  lock.version = version
  lock.packages[''] = { ...lock.packages[''], version }
  const files = new Map([
    ['CHANGELOG.md', changelog],
    ['package.json', asJson({ ...manifest, version })],
    ['package-lock.json', asJson(lock)],
  ])
  for (const file of globSync('packaging/*.metainfo.xml', { cwd: root }))
    files.set(file, read(root, file).replace('<releases>\n', `$&    <release version="${version}" date="${date}"/>\n`))
  for (const file of globSync('clients/*/package.json', { cwd: root }))
    files.set(file, asJson({ ...packageSchema.parse(JSON.parse(read(root, file))), version }))
  for (const file of globSync('clients/*/pyproject.toml', { cwd: root }))
    files.set(file, read(root, file).replace(/^version = ".*"$/m, `version = "${version}"`))
  return { version, notes, files }
}

function nextVersion(current: string, asked: string): string {
  const step = STEPS.findIndex((one) => one === asked)
  if (step !== -1) {
    const numbers = current.split('.').map(Number)
    return numbers.map((number, at) => (at < step ? number : at === step ? number + 1 : 0)).join('.')
  }
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(asked))
    throw new ReleaseRefused(`"${asked}" is not a version such as 1.2.3, and not major, minor or patch.`)
  if (byVersion(asked, current) <= 0) throw new ReleaseRefused(`${asked} is not newer than ${current}.`)
  return asked
}

/** Unreleased becomes the version; an empty one is on top again. */
function cutChangelog(text: string, version: string, date: string): { notes: string; changelog: string } {
  const [before, rest] = text.split(/^## Unreleased\n/m)
  if (before === undefined || rest === undefined) throw new ReleaseRefused('CHANGELOG.md has no "## Unreleased".')
  const notes = (rest.split(/^## /m)[0] ?? '').trim()
  if (!notes.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#')))
    throw new ReleaseRefused('CHANGELOG.md has nothing under "## Unreleased".')
  return { notes: `${notes}\n`, changelog: `${before}## Unreleased\n\n## ${version} – ${date}\n${rest}` }
}

/** Writes the files and the notes, commits, and tags. */
export function makeRelease(root: string, { version, notes, files }: Release, withTag: boolean): void {
  const notesFile = join(root, 'dist', 'release-notes.md')
  mkdirSync(dirname(notesFile), { recursive: true })
  writeFileSync(notesFile, notes)
  for (const [file, text] of files) writeFileSync(join(root, file), text)
  git(root, 'add', ...files.keys())
  git(root, 'commit', '--quiet', '--message', `Release ${version}`)
  if (withTag) git(root, 'tag', '--annotate', `v${version}`, '--message', `Waybill ${version}`)
}

if (import.meta.main) {
  const schema = z.object({ yes: z.boolean().default(false), tag: z.boolean().default(true) })
  const { flags, words } = programArguments(USAGE, schema, { words: true })
  const [asked] = words
  if (asked === undefined || words.length > 1) {
    console.error('One version is needed; --help shows what there is')
    process.exit(2)
  }
  try {
    const release = planRelease(projectRoot, asked, new Date().toISOString().slice(0, 10))
    if (flags.yes) makeRelease(projectRoot, release, flags.tag)
    else console.log(release.notes)
    const done = flags.yes ? 'Made' : 'This would make'
    console.log(`${done} ${release.version}: ${[...release.files.keys()].join(', ')}, dist/release-notes.md, a commit`)
    if (flags.tag) console.log(`and the tag v${release.version}.`)
    console.log(flags.yes ? 'Push it when you want it built: git push --follow-tags' : 'Add --yes to do it.')
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
