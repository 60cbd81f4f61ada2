import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENTS = ['*.md', 'docs/**/*.md', 'src-*/**/README.md']
const FILES = ['*', '{.github,bin,docs,resources,scripts,src-*,tests}/**/*']
/** A file as documents name it: between backticks, with a folder before it. */
const NAMED = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|svelte|mjs|md|css|sql|json|yml))`/g

it('every file that a document names is there', () => {
  const files = globSync(FILES, { cwd: ROOT }).map((file) => `/${file.replaceAll('\\', '/')}`)
  const isThere = (path: string) => files.some((file) => file.endsWith(`/${path}`))
  const named = globSync(DOCUMENTS, { cwd: ROOT }).flatMap((document) =>
    [...readFileSync(`${ROOT}/${document}`, 'utf8').matchAll(NAMED)].map(([, path = '']) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ path }) => !isThere(path)).map(({ document, path }) => `${document}: ${path}`)).toEqual([])
})
