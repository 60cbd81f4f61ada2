import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRelease, planRelease } from '../../scripts/release.ts'
import { projectRoot } from '../../scripts/project.ts'
import { TEST_START } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

const DATE = '2026-03-02'
const CHANGES = '### Added\n\n- Labels in color.\n'

/** A project in a git repository of its own. */
function project(unreleased = CHANGES): { root: string; git(...args: string[]): string; read(file: string): string } {
  const root = tempDir()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  mkdirSync(join(root, 'clients', 'python'), { recursive: true })
  mkdirSync(join(root, 'clients', 'typescript'))
  write('.gitignore', 'dist/\nnode_modules\n')
  write('package.json', '{ "name": "waybill", "version": "0.9.4", "type": "module" }\n')
  write(
    'package-lock.json',
    '{ "version": "0.9.4", "packages": { "": { "name": "waybill", "version": "0.9.4" }, "node_modules/a": { "version": "0.9.4" } } }\n',
  )
  write('clients/typescript/package.json', '{ "name": "client", "version": "0.9.4" }\n')
  write('clients/python/pyproject.toml', '[project]\nname = "client"\nversion = "0.9.4"\n')
  mkdirSync(join(root, 'packaging'))
  write('packaging/a.metainfo.xml', '<releases>\n    <release version="0.9.4" date="2026-01-05"/>\n</releases>\n')
  write('CHANGELOG.md', `# Changelog\n\n## Unreleased\n\n${unreleased}\n## 0.9.4 – 2026-01-05\n\n- The first.\n`)
  git('init', '--quiet')
  for (const [key, value] of [
    ['user.name', 'A'],
    ['user.email', 'a@example.com'],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
  ] as const)
    git('config', key, value)
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  return { root, git, read: (file) => readFileSync(join(root, file), 'utf8') }
}

test('a release dates what is unreleased, bumps every version, and is a commit with a tag', () => {
  const { root, git, read } = project()
  makeRelease(root, planRelease(root, 'minor', DATE), true)
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.10.0 – ${DATE}\n\n${CHANGES}\n## 0.9.4 – 2026-01-05\n\n- The first.\n`,
  )
  expect(JSON.parse(read('package.json'))).toEqual({ name: 'waybill', version: '0.10.0', type: 'module' })
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '0.10.0',
    packages: { '': { name: 'waybill', version: '0.10.0' }, 'node_modules/a': { version: '0.9.4' } },
  })
  expect(JSON.parse(read('clients/typescript/package.json'))).toMatchObject({ version: '0.10.0' })
  expect(read('clients/python/pyproject.toml')).toBe('[project]\nname = "client"\nversion = "0.10.0"\n')
  expect(read('packaging/a.metainfo.xml')).toBe(
    `<releases>\n    <release version="0.10.0" date="${DATE}"/>\n    <release version="0.9.4" date="2026-01-05"/>\n</releases>\n`,
  )
  expect(read('dist/release-notes.md')).toBe(CHANGES)
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.10.0')
  expect(git('rev-parse', 'v0.10.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
})

test('the next version is a step or a newer version, and nothing else', () => {
  const { root, git } = project()
  const next = (asked: string) => planRelease(root, asked, DATE).version
  expect(['patch', 'minor', 'major', '0.9.10'].map(next)).toEqual(['0.9.5', '0.10.0', '1.0.0', '0.9.10'])
  for (const old of ['0.9.4', '0.9.3', '0.8.11']) expect(() => next(old)).toThrow(`${old} is not newer than 0.9.4`)
  for (const none of ['0.9', 'v1.0.0', '1.0.0-beta', 'next']) expect(() => next(none)).toThrow('is not a version')
  expect(git('status', '--porcelain')).toBe('')
})

test('nothing is released from a changed tree, without changes, or twice', () => {
  const changed = project()
  writeFileSync(join(changed.root, 'new.txt'), 'new')
  expect(() => planRelease(changed.root, 'minor', DATE)).toThrow('not committed')
  expect(() => planRelease(project('### Added\n').root, 'minor', DATE)).toThrow('nothing under')
  const tagged = project()
  tagged.git('tag', 'v0.10.0')
  expect(() => planRelease(tagged.root, 'minor', DATE)).toThrow('a tag v0.10.0 already')
})

test('the program only prints what it would do without --yes', () => {
  const { root, git, read } = project()
  for (const folder of ['scripts', 'src-node'])
    cpSync(join(projectRoot, folder), join(root, folder), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  git('add', 'scripts', 'src-node')
  git('commit', '--quiet', '--message', 'Add scripts')
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['scripts/release.ts', ...args], { cwd: root, encoding: 'utf8' })
  const head = git('rev-parse', 'HEAD')
  expect(run('minor')).toContain('- Labels in color.')
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([head, '', ''])
  run('minor', '--yes', '--no-tag')
  expect([git('log', '-1', '--format=%s'), git('tag')]).toEqual(['Release 0.10.0', ''])
  // The run's own date, not the machine's.
  expect(read('CHANGELOG.md')).toContain(`## 0.10.0 – ${TEST_START.slice(0, 10)}`)
})
