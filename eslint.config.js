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
  'tests/fuzz/fuzz-files.ts',
  'tests/fuzz/run.ts',
  'tests/fuzz/run-files.ts',
  'tests/world/in-process/main.ts',
  'tests/world/in-process/many.ts',
  'tests/station/limits.test.ts',
  // It asks by how much the program's date is another than the machine's.
  'tests/desktop/stand-in/contents.ts',
  'tests/support/child-date.ts',
  // It asks whether the date is that of the tests.
  'tests/scripts/date-of-a-run.test.ts',
  // It gives up after a time that no date is read for.
  'tests/support/until.ts',
  // Programs of their own, which have the date of the tests.
  'tests/world/processes/program.ts',
  'tests/printing/dying-printing.ts',
]
const CLOCK = 'A test has a date of its own: use the clock of its service, a FakeClock, or TEST_START.'
const PATIENCE = 'It gives up after a second: use expect.poll, which has the time of vitest.config.ts, or until.'
const TODAY = 'Say which day it is: the day a test runs on decides nothing.'
const NO_CLOCK = 'A station of a test has a clock of its own: that of its service, or a runningClock().'
const OWN_ENVIRONMENT = "Begin with ...process.env (or onTestsDate): without it the program runs on the machine's date."
const STARTS =
  "CallExpression:matches([callee.name=/^(spawn|spawnSync|fork|execFile|execFileSync)$/], [callee.callee.name='promisify'])"
/** Programs and simulations whose station has the date of their process or of their world. */
const NEEDS_NO_CLOCK = [
  'tests/world/**',
  'tests/booking/{dying-station,submit-walk-process}.ts',
  'tests/packing/scan-walk-process.ts',
]
const OF_TESTS = [
  { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: CLOCK },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK },
  { selector: "CallExpression[callee.object.name='performance'][callee.property.name='now']", message: CLOCK },
  { selector: "ImportSpecifier[imported.name='systemClock']", message: CLOCK },
  { selector: "CallExpression[callee.name='localToday'][arguments.length=0]", message: TODAY },
  { selector: "CallExpression[callee.name='formatDay'][arguments.length<3]", message: TODAY },
  { selector: "MemberExpression[object.name='vi'][property.name='waitFor']", message: PATIENCE },
  {
    selector: `${STARTS} > ObjectExpression > Property[key.name='env'] > ObjectExpression:not(:has(> SpreadElement))`,
    message: OWN_ENVIRONMENT,
  },
]
const HAS_NO_CLOCK = {
  selector: "CallExpression[callee.name='openStation'] > ObjectExpression:not(:has(> Property[key.name='clock']))",
  message: NO_CLOCK,
}

/** Where the machine itself is spoken to: the adapters, the shells around the station, and servers on real sockets. */
const SPEAKS_TO_THE_MACHINE = [
  'src-node/runtime/**',
  'src-main/{cli,control,shell,kernel/net}/**',
  // It ends a server that its caller made.
  'src-node/server-end.ts',
  // A port that nobody answers at.
  'src-main/rehearsal/closed-port.ts',
  // Real sockets that a simulation leaves out: a spooler's, multicast, addresses outside that were looked up and checked.
  'src-main/printing/transports/ipp-client.ts',
  'src-main/freight/http/{fetch-external,document-url}.ts',
  'src-main/shipments/webhooks/listener.ts',
  'src-main/integrations/api-server.ts',
  'src-main/site-server/site-server.ts',
  'src-main/site-server/trial/trial-database.ts',
  'src-main/app/{embedded,private-files}.ts',
  'src-main/printing/transports/winspool-transport.ts',
  'src-sandbox/{server,cli}.ts',
  'src-sandbox/webhooks/{post,target}.ts',
  // Threads themselves, and programs of their own.
  'src-{main,sandbox}/**/*.{worker,child}.ts',
]
const MACHINE = 'Ask the runtime (src-node/runtime): a simulation is time, chance, network and threads itself.'
const GLOBALS = ['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'performance']
const NOW = { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: MACHINE }
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
/** What is asked of a table stands beside its other questions. */
const sqlInRows = {
  create: (context) => {
    const look = (node, text) => {
      if (/\b(SELECT\s+[\w*('"]|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s)/.test(text)) {
        context.report({ node, message: "SQL stands in the room's *.rows.ts." })
      }
    }
    return {
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateElement: (node) => look(node, node.value.raw),
    }
  },
}
const OUR_RULES = { rules: { 'one-name-of-the-ledger': oneNameOfTheLedger, 'sql-in-rows': sqlInRows } }
const OPENS_THE_LEDGER = [
  { selector: `CallExpression[callee.name=${OPENS_FILES}] > ${LEDGER_FILE}.arguments`, message: LOCKS },
  {
    selector: `CallExpression[callee.object.name='files'][callee.property.name=${OF_STORE_FILES}] > ${LEDGER_FILE}.arguments`,
    message: LOCKS,
  },
  { selector: "ImportDeclaration[source.value='node:sqlite']", message: LOCKS },
]

const HELD = 'A virus scanner may hold the file for a moment: renameWhenFree (src-node/rename.ts) waits for it.'
const RENAMES = [
  { selector: "ImportDeclaration[source.value='node:fs'] ImportSpecifier[imported.name='renameSync']", message: HELD },
  {
    selector: "ImportDeclaration[source.value='node:fs/promises'] ImportSpecifier[imported.name='rename']",
    message: HELD,
  },
]

const TWICE =
  "Chromium's network sends a POST again when a kept connection is reset: a booking would be paid for twice."
const CHROMIUM_FETCHES = [
  { selector: "ImportDeclaration[source.value='electron'] ImportSpecifier[imported.name='net']", message: TWICE },
  { selector: "MemberExpression[property.name='fetch'][object.name=/^(net|session|electron)$/]", message: TWICE },
  {
    selector: "MemberExpression[property.name='fetch'][object.property.name=/^(net|session|defaultSession)$/]",
    message: TWICE,
  },
]

// What can be found in TypeScript, with types and without, is found by oxlint (.oxlintrc.json), in a tenth of the time.
export default defineConfig(
  { ignores: ['.svelte-check/', 'out/', 'dist/', 'artifacts/', '**/node_modules/', '**/*.d.mts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.{js,mjs,cjs}', '**/*.svelte'], extends: [js.configs.recommended] },
  {
    files: ['tests/**/*.ts'],
    languageOptions: { parser: ts.parser },
    rules: { 'no-restricted-syntax': ['error', ...OF_TESTS, HAS_NO_CLOCK] },
  },
  { files: NEEDS_NO_CLOCK, rules: { 'no-restricted-syntax': ['error', ...OF_TESTS] } },
  { files: READS_THE_CLOCK, rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src-{main,sandbox,node,shared,labels}/**/*.ts'],
    ignores: SPEAKS_TO_THE_MACHINE,
    languageOptions: { parser: ts.parser },
    rules: {
      'no-restricted-globals': ['error', ...GLOBALS.map((name) => ({ name, message: MACHINE }))],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['timers', 'timers/promises', 'http', 'https', 'dns', 'dns/promises', 'dgram', 'worker_threads'].map(
              (name) => ({ name: `node:${name}`, message: MACHINE }),
            ),
            {
              name: 'node:net',
              importNames: ['connect', 'createConnection', 'createServer', 'Socket'],
              message: MACHINE,
            },
            {
              name: 'node:crypto',
              importNames: ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync'],
              message: MACHINE,
            },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: MACHINE },
        { object: 'Math', property: 'random', message: MACHINE },
        { object: 'AbortSignal', property: 'timeout', message: MACHINE },
        { object: 'crypto', property: 'randomUUID', message: MACHINE },
        { object: 'crypto', property: 'getRandomValues', message: MACHINE },
      ],
      'no-restricted-syntax': ['error', NOW],
    },
  },
  // Closing any handle on a file drops every lock that the process holds on it, SQLite's too: a stranger could then write
  // into the ledger. Its name is known to one file, so that nobody comes by the path in another way.
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/**/*.child.ts'],
    languageOptions: { parser: ts.parser },
    // Those of oxlint.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: { 'no-restricted-syntax': ['error', ...OPENS_THE_LEDGER, ...RENAMES, ...CHROMIUM_FETCHES] },
  },
  // The later rule of a name replaces the earlier: where both hold, both are given.
  {
    files: ['src-main/**/*.ts'],
    ignores: SPEAKS_TO_THE_MACHINE,
    rules: { 'no-restricted-syntax': ['error', NOW, ...OPENS_THE_LEDGER, ...RENAMES, ...CHROMIUM_FETCHES] },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/data/backup/place.ts'],
    languageOptions: { parser: ts.parser },
    plugins: { waybill: OUR_RULES },
    rules: { 'waybill/one-name-of-the-ledger': 'error' },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: [
      'src-main/**/{*.rows,*-row}.ts',
      // The engine, the databases as files, and what looks at PostgreSQL itself.
      'src-main/{kernel/sqlite,data}/**',
      'src-main/site-server/migrations/**',
      'src-main/site-server/{doctor,metrics,migrate}.ts',
    ],
    languageOptions: { parser: ts.parser },
    plugins: { waybill: OUR_RULES },
    rules: { 'waybill/sql-in-rows': 'error' },
  },
  // A station opens its stores anew when it joins a site: services that were taken out of it are those of before.
  {
    files: ['src-main/{shell,control}/**/*.ts'],
    languageOptions: { parser: ts.parser },
    rules: {
      'no-restricted-syntax': [
        'error',
        NOW,
        ...OPENS_THE_LEDGER,
        ...RENAMES,
        ...CHROMIUM_FETCHES,
        {
          selector: 'ObjectPattern > Property[key.name="services"]',
          message: 'Ask the station for its services each time: they change when its stores are opened anew.',
        },
      ],
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
  // Written into a page as text.
  { files: ['tests/desktop/stand-in/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.mjs', '**/*.cjs', '*.config.js', 'scripts/*.js'],
    languageOptions: { globals: globals.node },
  },
)
