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
