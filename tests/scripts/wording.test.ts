import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import en from '../../src-renderer/messages/en.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/** Words that a US warehouse does not say, each with the usual one. */
const UNUSUAL: readonly (readonly [RegExp, string])[] = [
  [/\bby itself\b|\bby themselves\b/i, 'automatically, or nothing'],
  [/\bonce more\b|\banew\b/i, 'again'],
  [/\b(no|some)body\b|\bwhoever\b/i, 'no one, or the role: operator, supervisor'],
  [/\b(told|tells)\b/i, 'sent, notified, reported, shown'],
  [/\bstands\b|\bstand (here|there|still)\b/i, 'is, are'],
  [/\b(put right|mended)\b/i, 'fixed'],
  [/\b(hand|handed|hands) (it |them )?(in|over)\b/i, 'submit, upload, sync'],
  [/\b(let|lets) go of\b/i, 'deleted, expires'],
  [/\b(called off|given up)\b/i, 'canceled'],
  [/\bmay stay empty\b/i, 'optional'],
  [/\b(is|are|was) away\b/i, 'offline, unavailable'],
  [/\bgoes? on\b(?! (the|a) )/i, 'resumes, continues'],
  [/\bin vain\b|\bfor want of\b/i, 'failed'],
  [/\b([Cc]ancelled|[Ll]icence|[Cc]olour)\b/, 'canceled, license, color'],
]

const found = (text: string): string[] =>
  UNUSUAL.flatMap(([pattern, usual]) => {
    const hit = pattern.exec(text)
    return hit ? [`"${hit[0]}": ${usual}`] : []
  })

test('texts on screen use the usual words', () => {
  const odd = Object.entries(en).flatMap(([key, text]) => found(text).map((what) => `${key}: ${what}`))
  expect(odd).toEqual([])
})

const PAGES =
  'accessibility command-line desktop glossary guide interface-decisions printing print-from-a-page quote-line reliability security site'

test.each(['README', 'CONTRIBUTING', 'SECURITY', ...PAGES.split(' ').map((page) => `docs/${page}`)])(
  '%s.md uses the usual words',
  (page) => {
    const text = readFileSync(new URL(`../../${page}.md`, import.meta.url), 'utf8').replaceAll(/`[^`\n]*`/g, '')
    const odd = text.split('\n').flatMap((line, at) => found(line).map((what) => `line ${at + 1}: ${what}`))
    expect(odd).toEqual([])
  },
)

/** Sentences in a source: errors, mails, dialogs, the command line; not names, SQL or comments. */
function sentencesIn(file: string): { line: number; text: string }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const sentences: { line: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    const text =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? node.text
        : ts.isTemplateExpression(node)
          ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
          : ''
    if (text.trim().split(/\s+/).length >= 4 && !/\b(SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE)\b|\bsum\(/.test(text))
      sentences.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return sentences
}

test('errors, mails, dialogs and the command line use the usual words', () => {
  const listed = execFileSync('git', ['ls-files', 'src-main', 'src-shared', 'src-labels', 'src-node', 'src-sandbox'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => file.endsWith('.ts') && !file.includes('/migrations/'))
  expect(files.length).toBeGreaterThan(800)
  const odd = files.flatMap((file) =>
    sentencesIn(join(root, file)).flatMap(({ line, text }) => found(text).map((what) => `${file}:${line}: ${what}`)),
  )
  expect(odd).toEqual([])
})
