import { toolCache } from './check-stamps.ts'
import { reachedFiles } from './imported-files.ts'
import type { Check } from './run-checks.ts'

/** What all tools' verdicts follow from beside the sources. */
const PACKAGES = 'package-lock.json'
/** Pages for people and their pictures: only the form of these is checked. */
const PAGES = /^([^/]+\.md|docs\/.*\.(md|png))$/
const ROOMS = ['src-shared', 'src-labels', 'src-node', 'src-main', 'src-renderer', 'src-sandbox', 'scripts', 'tests']

const everything = (files: readonly string[]): readonly string[] => files
const code = (files: readonly string[]): string[] => files.filter((file) => !PAGES.test(file))
/** Some folders and all that is reached from them; at the root lie the configurations. */
const reachedFrom =
  (...folders: string[]) =>
  (files: readonly string[], root: string): string[] => [
    ...code(files).filter((file) => !file.includes('/')),
    ...reachedFiles(
      root,
      files,
      files.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`))),
    ),
  ]

/**
 * The compiler, which looks again only at what a change concerns. Beside another check, more threads only make more work:
 * from nothing 20 s of computing instead of 12 s.
 */
const tsc = (project: string, name: string): string[] => [
  'node_modules/@typescript/native-preview/bin/tsc',
  ...['-p', project, '--singleThreaded'],
  ...['--incremental', '--tsBuildInfoFile', `${toolCache(name)}/build-info`],
]

/** All checks, the longest from nothing first, so that a short one runs last beside another short one. */
export const CHECKS: readonly Check[] = [
  {
    name: 'svelte-check',
    kind: 'types',
    title: 'types of components',
    // The native compiler checks what it writes into .svelte-check: 18 s of computing instead of 43 s.
    command: ['node_modules/svelte-check/bin/svelte-check', '--tsgo', '--tsconfig', 'tsconfig.svelte.json'],
    rules: [PACKAGES, 'tsconfig.svelte.json', 'src-renderer/tsconfig.json', 'tsconfig.base.json'],
    reads: reachedFrom('src-renderer', 'src-shared'),
    fills: '.svelte-check',
  },
  {
    name: 'prettier',
    kind: 'style',
    title: 'form',
    command: [
      'node_modules/prettier/bin/prettier.cjs',
      ...['--check', '--log-level', 'warn'],
      ...['--cache', '--cache-strategy', 'content', '--cache-location', `${toolCache('prettier')}/files`],
      '.',
    ],
    rules: [PACKAGES, '.prettierrc.json', '.editorconfig'],
    reads: everything,
  },
  {
    name: 'eslint',
    kind: 'style',
    title: 'components and our own rules',
    command: [
      'node_modules/eslint/bin/eslint.js',
      ...['--cache', '--cache-strategy', 'content', '--cache-location', `${toolCache('eslint')}/files`],
      '.',
    ],
    // Its cache knows its configuration, but not the code of the rules that are ours.
    rules: [PACKAGES, 'eslint.config.js', 'scripts/texts-from-catalogue.js'],
    reads: code,
  },
  {
    name: 'oxlint',
    kind: 'style',
    title: 'TypeScript with its types',
    command: ['node_modules/oxlint/bin/oxlint'],
    rules: [PACKAGES, '.oxlintrc.json'],
    reads: code,
  },
  {
    name: 'dependency-cruiser',
    kind: 'style',
    title: 'who may import whom',
    command: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      ...['--config', '.dependency-cruiser.cjs'],
      ...ROOMS,
    ],
    rules: [PACKAGES, '.dependency-cruiser.cjs'],
    reads: code,
  },
  {
    name: 'types',
    kind: 'types',
    title: 'types of sources and tests',
    command: tsc('tsconfig.json', 'types'),
    rules: [PACKAGES, 'tsconfig.json', 'tsconfig.base.json'],
    reads: code,
  },
  {
    name: 'knip',
    kind: 'style',
    title: 'what nobody uses',
    command: ['node_modules/knip/bin/knip.js', '--no-progress'],
    rules: [PACKAGES, 'knip.jsonc'],
    reads: code,
  },
  {
    name: 'api',
    kind: 'types',
    title: 'what is written from the command table',
    command: ['scripts/write-api-page.ts', '--check'],
    rules: [PACKAGES, '.prettierrc.json', 'tsconfig.base.json'],
    reads: (files, root) => [
      ...reachedFrom('src-shared')(files, root),
      ...reachedFiles(root, files, ['scripts/write-api-page.ts']),
      ...files.filter((file) => /^(clients\/|docs\/api\.md$|src-main\/integrations\/.*\.json$)/.test(file)),
    ],
  },
  {
    name: 'page-types',
    kind: 'types',
    title: "types of the page's tests",
    command: tsc('tests/renderer/tsconfig.json', 'page-types'),
    rules: [PACKAGES, 'tests/renderer/tsconfig.json', 'src-renderer/tsconfig.json', 'tsconfig.base.json'],
    reads: reachedFrom('tests/renderer', 'src-renderer', 'src-shared'),
  },
]
