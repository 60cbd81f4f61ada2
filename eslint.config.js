import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import { textsFromCatalogue } from './scripts/texts-from-catalogue.js'

export default defineConfig(
  { ignores: ['out/', 'dist/', 'artifacts/', '**/node_modules/', '**/*.d.mts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeChecked],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // A count in a sentence is no mistake.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `() => emit(...)` is how a listener is written, and `return refuse(...)` how a function is left early.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // An async listener is right where what it starts reports its own failures.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      // A string spread gives its code points, which is what is meant.
      '@typescript-eslint/no-misused-spread': 'off',
      // An interface of promises may be kept by code that needs to wait for nothing.
      '@typescript-eslint/require-await': 'off',
      // It does not know that another call may change a variable while this one waits.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A type parameter used once still gives its caller the narrower type.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Services are objects of closures: their functions may be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // The compiler knows which globals each room has.
      'no-undef': 'off',
    },
  },
  {
    files: ['src-labels/**', 'src-main/**', 'src-sandbox/**', 'src-shared/**', 'scripts/**', 'tests/**', '*.config.ts'],
    ignores: ['tests/renderer/**', '**/*.mjs'],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: {
      // Matchers such as expect.any() are of type any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['src-renderer/**/*.ts', 'tests/renderer/**/*.ts'],
    languageOptions: {
      parserOptions: {
        project: './src-renderer/tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
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
