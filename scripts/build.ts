import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { digestOf, filesOf } from './digest.ts'
import { projectRoot } from './project.ts'

/** Everything that a build follows from. */
const INPUTS = [
  'package-lock.json',
  'scripts/build.ts',
  'scripts/digest.ts',
  'scripts/frame-texts.ts',
  'src-labels',
  'src-main',
  'src-node',
  'src-renderer',
  'src-sandbox',
  'src-shared',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.node.config.ts',
  'vite.preload.config.ts',
]
const outDir = join(projectRoot, 'out')
const stampFile = join(outDir, '.inputs')

/**
 * Builds into out/: what runs in Node.js, the renderer, the preload script. Does nothing when the inputs are those
 * of the build that is there. Resolves with whether it built.
 */
async function buildIfNeeded(): Promise<boolean> {
  const inputs = digestOfInputs()
  if (readStamp() === inputs) return false
  rmSync(outDir, { recursive: true, force: true })
  // Loaded only where something is built: a start has mostly nothing to build.
  const { build } = await import('vite')
  const parts = [
    ['', 'vite.node.config.ts'],
    ['src-renderer', 'vite.config.ts'],
    ['', 'vite.preload.config.ts'],
  ] as const
  for (const [root, configFile] of parts) {
    await build({ root: join(projectRoot, root), configFile: join(projectRoot, configFile), logLevel: 'warn' })
  }
  copyData()
  writeFileSync(stampFile, inputs)
  return true
}

/** As `buildIfNeeded`, with a failure said in one sentence on stderr and null. */
export async function buildOrSay(): Promise<boolean | null> {
  try {
    return await buildIfNeeded()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return null
  }
}

/** Builds in a process of its own, which takes the bundler and its hundreds of megabytes along when it ends. */
export function buildApart(): Promise<boolean> {
  const program = join(projectRoot, 'scripts', 'build.ts')
  return new Promise((resolve) => {
    spawn(process.execPath, [program, '--quiet'], { stdio: 'inherit' })
      .once('error', () => resolve(false))
      .once('close', (code) => resolve(code === 0))
  })
}

/**
 * What the embedded service, the reader of postal codes, the drawing of letters and the OpenAPI document read lies beside
 * their code, in the build as in the source.
 */
function copyData(): void {
  const data = [
    ...filesOf(projectRoot, 'src-sandbox').filter((file) => /\.(csv|json)$/.test(file)),
    ...filesOf(projectRoot, 'src-node/letters').filter((file) => !file.endsWith('.ts')),
    'src-main/integrations/command-answers.json',
    'src-node/us-postal-codes.txt',
  ]
  for (const file of data) {
    mkdirSync(dirname(join(outDir, file)), { recursive: true })
    copyFileSync(join(projectRoot, file), join(outDir, file))
  }
}

/** Whether out/ is of the sources as they are. */
export const isBuilt = (): boolean => readStamp() === digestOfInputs()

function readStamp(): string | null {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return null
  }
}

function digestOfInputs(): string {
  return digestOf(
    projectRoot,
    INPUTS.flatMap((input) => filesOf(projectRoot, input)),
  )
}

if (import.meta.main) {
  const { flags } = programArguments(
    `npm run build -- [--quiet]

Builds into out/, unless nothing has changed.`,
    z.object({ quiet: z.boolean().default(false) }),
  )
  const start = performance.now()
  const hasBuilt = await buildOrSay()
  if (hasBuilt === null) process.exit(1)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const said = hasBuilt ? `Built into out/ in ${seconds} s.` : 'out/ is up to date.'
  if (!flags.quiet) console.log(said)
}
