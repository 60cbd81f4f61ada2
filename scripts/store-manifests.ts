import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { projectRoot } from './project.ts'

/** `npm run manifests`: what winget and Homebrew need to know of a version, from its packages. */

const USAGE = `npm run manifests -- FOLDER --url https://downloads.example.com/waybill/0.2.0

Fills packaging/winget and packaging/homebrew with the version, the addresses and the digests of the packages whose SHA256SUMS are
under FOLDER (the artifacts of the workflow desktop), and writes them to dist/winget and dist/homebrew.

  --url  where the packages can be downloaded, each by its name`

/** Why nothing can be written, as a sentence for the person who asked. */
export class ManifestsRefused extends Error {}

/** The package that each manifest names, by the file name that electron-builder gives it. */
const PACKAGES = {
  windows: { what: 'an NSIS installer of Windows', isNamed: (name: string) => name.endsWith('.exe') },
  macArm: { what: 'a dmg for arm64', isNamed: (name: string) => name.endsWith('-arm64.dmg') },
  macIntel: { what: 'a dmg for x64', isNamed: (name: string) => /(?<!-arm64)\.dmg$/.test(name) },
} as const

/**
 * The manifests of a version, by their path under dist/.
 * @param sums the lines of every SHA256SUMS: a digest, two blanks, a file name
 * @param url where the packages are; each is downloaded by its name there
 * @throws ManifestsRefused for a package that is missing, there twice, or of another version
 */
export function fillManifests(root: string, version: string, sums: string, url: string): Map<string, string> {
  const digests = sums.split('\n').flatMap((line) => {
    const [, digest, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
    return digest === undefined || name === undefined ? [] : [{ digest, name }]
  })
  const facts: Record<string, string> = { version }
  for (const [key, { what, isNamed }] of Object.entries(PACKAGES)) {
    const found = digests.filter(({ name }) => isNamed(name))
    const [file] = found
    if (file === undefined) throw new ManifestsRefused(`There is no ${what.replace(/^an? /, '')} among the packages.`)
    if (found.length > 1)
      throw new ManifestsRefused(`More than one package is ${what}: ${found.map(({ name }) => name).join(', ')}.`)
    if (!file.name.includes(version)) throw new ManifestsRefused(`${file.name} is not of version ${version}.`)
    facts[`${key}Url`] = `${url.replace(/\/$/, '')}/${encodeURIComponent(file.name)}`
    facts[`${key}Digest`] = file.digest
  }
  const templates = globSync('{winget,homebrew}/*', { cwd: join(root, 'packaging') }).toSorted()
  return new Map(
    templates.map((file) => [
      file,
      readFileSync(join(root, 'packaging', file), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
        const fact = facts[name]
        if (fact === undefined) throw new ManifestsRefused(`${file} asks for {{${name}}}, which is not known.`)
        return fact
      }),
    ]),
  )
}

if (import.meta.main) {
  const schema = z.object({ url: z.url({ protocol: /^https$/, error: '--url must be an https address' }) })
  const { flags, words } = programArguments(USAGE, schema, { words: true })
  const [folder] = words
  if (folder === undefined || words.length > 1) {
    console.error('One folder of packages is needed; --help shows how')
    process.exit(2)
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))
  const sums = globSync(['SHA256SUMS', '*/SHA256SUMS'], { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  )
  try {
    for (const [file, text] of fillManifests(projectRoot, version, sums.join(''), flags.url)) {
      const path = join(projectRoot, 'dist', file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      console.log(path)
    }
  } catch (error) {
    if (!(error instanceof ManifestsRefused)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
