import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { projectRoot } from '../../scripts/project.ts'

/** As much of GitHub's own rules for a workflow as ours uses; a key that is not among them is a mistake. */
const stepSchema = z
  .strictObject({
    name: z.string().optional(),
    if: z.string().optional(),
    uses: z
      .string()
      .regex(/^[\w-]+\/[\w-]+@v\d+$/)
      .optional(),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    run: z.string().optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), 'a step either runs or uses')
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({ workflow_dispatch: z.null(), push: z.strictObject({ tags: z.array(z.string()) }) }),
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      strategy: z.strictObject({
        'fail-fast': z.boolean(),
        matrix: z.strictObject({ include: z.array(z.record(z.string(), z.string())) }),
      }),
      'runs-on': z.string(),
      'timeout-minutes': z.number(),
      defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }),
      steps: z.array(stepSchema),
    }),
  ),
})

test('the workflow for machines with binaries is well formed, and calls nothing but scripts that are there', () => {
  const text = readFileSync(join(projectRoot, '.github', 'workflows', 'desktop.yml'), 'utf8')
  const { jobs } = workflowSchema.parse(parse(text))
  const scripts = Object.keys(packageFile.scripts)
  for (const { steps, strategy } of Object.values(jobs)) {
    const keys = new Set(strategy.matrix.include.flatMap(Object.keys))
    for (const [, key] of text.matchAll(/\$\{\{ matrix\.(\w+) \}\}/g)) expect([...keys]).toContain(key)
    // Every system has every key.
    for (const one of strategy.matrix.include) expect(Object.keys(one).sort()).toEqual([...keys].sort())
    for (const { run = '' } of steps) {
      for (const [, name] of run.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toContain(name)
      for (const [file] of run.matchAll(/(?<= |^)(scripts|node_modules)\/[\w./-]+/g))
        expect([file, existsSync(join(projectRoot, file))]).toEqual([file, true])
    }
  }
  expect(existsSync(join(projectRoot, 'scripts', 'under-weston'))).toBe(true)
})
