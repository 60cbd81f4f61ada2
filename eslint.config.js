import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import { textsFromCatalogue } from './scripts/texts-from-catalogue.js'

/** What only a program that stands beside the tests may ask, and why each of these does. */
const READS_THE_CLOCK = [
  // They measure.
  'tests/bench/**',
  'tests/fuzz/run.ts',
  'tests/station/limits.test.ts',
  // It gives up after a time that no date is read for.
  'tests/support/until.ts',
  // Programs of their own, whose date the test gives them by support/child-date.ts.
  'tests/chaos/station-process.ts',
  'tests/printing/dying-printing.ts',
]
const CLOCK = 'A test has a date of its own: use the clock of its service, a FakeClock, or TEST_START.'

const OPENS_FILES = '/^(open|(readFile|writeFile|copyFile|appendFile|truncate|open)(Sync)?|create(Read|Write)Stream)$/'
const OF_STORE_FILES = '/^(open|read|write|copy|sync)$/'
const LEDGER_FILE = "MemberExpression[object.name='place'][property.name='file']"
const LOCKS = "Only better-sqlite3 and programs of their own open the ledger's file: closing it drops SQLite's locks."
/** The path is made in place.ts alone. */
const oneNameOfTheLedger = {
  create: (context) => ({
    Literal: (node) => {
      if (node.value === 'ledger.db') context.report({ node, message: LOCKS })
    },
  }),
}

// What can be found in TypeScript, with types and without, is found by oxlint (.oxlintrc.json), in a tenth of the time.
export default defineConfig(
  { ignores: ['out/', 'dist/', 'artifacts/', '**/node_modules/', '**/*.d.mts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.{js,mjs,cjs}', '**/*.svelte'], extends: [js.configs.recommended] },
  {
    files: ['tests/**/*.ts'],
    languageOptions: { parser: ts.parser },
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: CLOCK },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK },
        { selector: "CallExpression[callee.object.name='performance'][callee.property.name='now']", message: CLOCK },
        { selector: "ImportSpecifier[imported.name='systemClock']", message: CLOCK },
      ],
    },
  },
  { files: READS_THE_CLOCK, rules: { 'no-restricted-syntax': 'off' } },
  // Closing any handle on a file drops every lock that the process holds on it, SQLite's too: a stranger could then write
  // into the ledger. Its name is known to one file, so that nobody comes by the path in another way.
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/**/*.child.ts'],
    languageOptions: { parser: ts.parser },
    // Those of oxlint.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: `CallExpression[callee.name=${OPENS_FILES}] > ${LEDGER_FILE}.arguments`, message: LOCKS },
        {
          selector: `CallExpression[callee.object.name='files'][callee.property.name=${OF_STORE_FILES}] > ${LEDGER_FILE}.arguments`,
          message: LOCKS,
        },
        { selector: "ImportDeclaration[source.value='node:sqlite']", message: LOCKS },
      ],
    },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/store/ledger/backup/place.ts'],
    languageOptions: { parser: ts.parser },
    plugins: { waybill: { rules: { 'one-name-of-the-ledger': oneNameOfTheLedger } } },
    rules: { 'waybill/one-name-of-the-ledger': 'error' },
  },
  // Types in components are checked by svelte-check; here only what can be seen without them, which is fast.
  { files: ['**/*.svelte'], extends: [ts.configs.strict] },
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      'no-undef': 'off',
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // The compiler reports what it does not know; this rule does not see every warning that is silenced.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  {
    files: ['src-renderer/**/*.svelte'],
    // The page that shows the components to whoever builds them is in no one's language.
    ignores: ['src-renderer/frame/dev/**'],
    plugins: { waybill: { rules: { 'texts-from-catalogue': textsFromCatalogue } } },
    rules: { 'waybill/texts-from-catalogue': 'error' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '*.config.js', 'scripts/*.js'],
    languageOptions: { globals: globals.node },
  },
)
