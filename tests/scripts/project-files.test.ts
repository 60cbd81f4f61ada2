import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import rendererFile from '../../src-renderer/package.json' with { type: 'json' }
import { projectRoot } from '../../scripts/project.ts'
import { tempDir } from '../support/temp-dir.ts'

const git = (cwd: string, ...args: string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' })

test('a clone on Windows has the bytes that were committed', () => {
  const [from, to] = [tempDir(), join(tempDir(), 'clone')]
  const files = {
    'a.ts': 'one\ntwo\n',
    'bin/run': '#!/bin/sh\nexit 0\n',
    'start.cmd': '@echo off\r\n',
    'dot.png': '\x89PNG\r\n\x1a\n\n',
    'golden/label.zpl': '^XA\r\n^XZ\n',
  }
  mkdirSync(join(from, 'bin'))
  mkdirSync(join(from, 'golden'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(from, name), text, 'latin1')
  copyFileSync(join(projectRoot, '.gitattributes'), join(from, '.gitattributes'))
  copyFileSync(join(projectRoot, 'tests/labels/golden/.gitattributes'), join(from, 'golden', '.gitattributes'))
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
  git(from, 'init', '--quiet')
  git(from, 'add', '.')
  git(from, ...author, 'commit', '--quiet', '--message', 'All')
  git(from, 'clone', '--quiet', '-c', 'core.autocrlf=true', from, to)
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(to, name), 'latin1')).toBe(text)
})

test('every file is committed as the attributes would have it', () => {
  // `i/lf w/lf attr/text=auto eol=lf<tab>path`: what is text here may hold nothing but LF.
  const listed = git(projectRoot, 'ls-files', '--eol').trimEnd().split('\n')
  expect(listed.length).toBeGreaterThan(3000)
  const odd = listed.filter((line) => /^i\/(crlf|mixed)/.test(line) && !/attr\/-text/.test(line))
  const unnamed = listed.filter((line) => line.startsWith('i/-text') && !/attr\/-text/.test(line))
  expect([...odd, ...unnamed]).toEqual([])
})

/** GitHub's syntax of a form, as far as we use it. */
const formSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(
    z.strictObject({
      type: z.enum(['textarea', 'input', 'dropdown', 'checkboxes']),
      id: z.string().regex(/^[\w-]+$/),
      attributes: z
        .looseObject({ label: z.string(), options: z.array(z.unknown()).optional() })
        .refine(({ options }) => options === undefined || options.length > 0),
      validations: z.strictObject({ required: z.boolean() }).optional(),
    }),
  ),
})

test('the forms for issues are well formed, and a fault comes with what the doctor says', () => {
  const folder = join(projectRoot, '.github', 'ISSUE_TEMPLATE')
  const forms = readdirSync(folder)
    .filter((file) => file !== 'config.yml')
    .map((file) => [file, formSchema.parse(parse(readFileSync(join(folder, file), 'utf8')))] as const)
  expect(forms.length).toBeGreaterThan(1)
  for (const [file, { body }] of forms) {
    expect([file, new Set(body.map(({ id }) => id)).size]).toEqual([file, body.length])
    for (const { type, attributes } of body)
      expect([file, attributes.options !== undefined]).toEqual([file, /dropdown|checkboxes/.test(type)])
  }
  const bug = JSON.stringify(forms.find(([file]) => file === 'bug.yml'))
  for (const command of ['waybill doctor --json', 'waybill support', '--with-labels']) expect(bug).toContain(command)
})

test('updates are grouped by packages that there are', () => {
  const { packageRules } = z
    .object({ packageRules: z.array(z.object({ matchPackageNames: z.array(z.string()).default([]) })) })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'renovate.json'), 'utf8')))
  const { dependencies, devDependencies, optionalDependencies } = packageFile
  const known = Object.keys({
    ...{ ...dependencies, ...devDependencies, ...optionalDependencies },
    ...rendererFile.dependencies,
  })
  const patterns = packageRules.flatMap(({ matchPackageNames }) => matchPackageNames)
  const fits = (pattern: string, name: string) =>
    pattern.endsWith('/**') ? name.startsWith(pattern.slice(0, -2)) : name === pattern
  const unknown = patterns.filter((pattern) => !known.some((name) => fits(pattern, name)))
  expect(patterns.length).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})

test('what NOTICE.md says of data is where it says', () => {
  const notice = readFileSync(join(projectRoot, 'NOTICE.md'), 'utf8')
  const codes = readFileSync(join(projectRoot, 'src-sandbox/sat/codes.csv'), 'utf8').trimEnd().split('\n')
  expect(notice).toContain(`${codes.length - 1} codes`)
  const installed = (name: string) =>
    z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(projectRoot, 'node_modules', name, 'package.json'), 'utf8')))
  for (const [, name = '', version = ''] of notice.matchAll(/`(us-atlas|world-atlas)` ([\d.]+)/g))
    expect([name, installed(name).version.startsWith(`${version}.`)]).toEqual([name, true])
})
