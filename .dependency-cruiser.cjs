/** Who may import whom. Each rule names what it keeps apart and says why. */

/** A subject's rows: its SQL, and what makes values of them. */
const ROWS = '(\\.rows|-row)\\.ts$'
/** Rows, the engine, and the databases as files. */
const STORES = `^src-main/.*${ROWS}|^src-main/(kernel/sqlite|data/(archive|backup|cache|forget|increments|ledger|retention))/`

const { existsSync, readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

/**
 * A room's README names the files that other rooms may use. What composes the station, and the ways in, know every room; the
 * kernel is everybody's.
 */
const COMPOSITION = '^src-main/(app|cli|shell)/|/wire-[^/]+\\.ts$'
const MAIN = join(__dirname, 'src-main')
const ROOMS = existsSync(MAIN) ? readdirSync(MAIN).filter((name) => !/\.|^(kernel|shell)$/.test(name)) : []

function filesForOthers(room) {
  const readme = readFileSync(join(MAIN, room, 'README.md'), 'utf8')
  const [, list] = /^\*\*Other rooms use\*\*((?:.+\n)+)/m.exec(readme) ?? []
  if (list === undefined) throw new Error(`src-main/${room}/README.md does not say what other rooms use`)
  return [...list.matchAll(/`([^`]+)`/g)].map(([, file]) => file.replaceAll('.', '\\.'))
}

const OURS = '^src-(shared|labels|node|main|renderer|sandbox)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Files of a cycle can only be understood, tested and moved together.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere fails at run time, perhaps only in a package.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|~icons/|svelte/elements$|vite/client$|\\?)' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'A package that is there by chance of another one is gone with that one.',
      from: { path: OURS },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-package-at-run-time',
      severity: 'error',
      comment: 'A packaged app holds dependencies only. Electron provides itself; types leave no import behind.',
      from: { path: '^src-(shared|labels|node|main|sandbox)/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '(^|/)node_modules/(electron|@types)/',
      },
    },
    {
      name: 'shared-knows-only-zod',
      severity: 'error',
      comment: 'src-shared holds the words of both sides: what it imports, the page and the service load too.',
      from: { path: '^src-shared/' },
      to: { pathNot: '(^src-shared|(^|/)node_modules/zod)/' },
    },
    {
      name: 'labels-know-nothing-of-ours',
      severity: 'error',
      comment: 'src-labels is a library of its own: bytes in, bytes out, fit to be published alone.',
      from: { path: '^src-labels/' },
      to: { path: '^(src-(shared|node|main|renderer|sandbox)|scripts|tests)/' },
    },
    {
      name: 'labels-do-no-io',
      severity: 'error',
      comment: 'A pure library runs in any thread, in any host, and is tested without a file.',
      from: { path: '^src-labels/' },
      // Compression is computation.
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?zlib$' },
    },
    {
      name: 'node-knows-only-shared-and-labels',
      severity: 'error',
      comment: 'src-node is what both Node.js programs need and neither is: it knows nothing of either.',
      from: { path: '^src-node/' },
      to: { path: '^(src-(main|renderer|sandbox)|scripts|tests)/' },
    },
    {
      name: 'renderer-knows-only-shared',
      severity: 'error',
      comment: 'The page reaches the station through its commands; it runs where there is no Node.js.',
      from: { path: '^src-renderer/' },
      to: { path: '^(src-(main|sandbox|labels|node)|scripts|tests)/' },
    },
    {
      name: 'renderer-without-node',
      severity: 'error',
      comment: 'The page is sandboxed: there is no Node.js in it.',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sandbox-knows-no-room-of-the-app',
      severity: 'error',
      comment: 'The embedded service is another program; what it shares with the app is the interface.',
      from: { path: '^src-sandbox/' },
      to: { path: '^(src-(main|renderer)|scripts|tests)/' },
    },
    {
      name: 'main-starts-the-sandbox-by-path',
      severity: 'error',
      comment: 'If the app could call the embedded service, it would no longer be proven against the interface.',
      from: { path: '^src-main/' },
      to: { path: '^(src-(sandbox|renderer)|scripts|tests)/' },
    },
    {
      name: 'only-the-shell-imports-electron',
      severity: 'error',
      comment: 'Everything else runs in plain Node.js: tests, the demo, the browser shell.',
      from: { pathNot: '^(src-main|tests)/shell/' },
      to: { path: '(^|/)node_modules/electron/' },
    },
    {
      name: 'electron-at-run-time-only-in-its-entries',
      severity: 'error',
      comment:
        'A piece of the shell takes the part of Electron that it needs as a parameter, so that it can be tested.',
      from: {
        path: '^src-main/shell/',
        pathNot: '^src-main/shell/desktop/(boot|desktop-integration|main|preload)\\.ts$',
      },
      to: { path: '(^|/)node_modules/electron/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-shell',
      severity: 'error',
      comment: 'A shell is a way in. Rooms that knew it could not be opened another way.',
      from: { path: '^src-', pathNot: '^src-main/shell/' },
      to: { path: '^src-main/shell/' },
    },
    {
      name: 'browser-shell-stays-out-of-the-desktop-shell',
      severity: 'error',
      comment: 'The browser shell is left out of packages: the desktop shell must load without it.',
      from: { path: '^src-main/shell/desktop/' },
      to: {
        reachable: true,
        path: '^src-main/shell/browser/',
      },
    },
    ...ROOMS.map((room) => ({
      name: `of-${room}-only-what-it-gives`,
      severity: 'error',
      comment: `src-main/${room}/README.md, "Other rooms use": what is not named there may change without a look at other rooms.`,
      from: { path: '^src-main/', pathNot: `^src-main/${room}/|${COMPOSITION}` },
      to: { path: `^src-main/${room}/`, pathNot: `^src-main/(${filesForOthers(room).join('|')})$` },
    })),
    {
      name: 'pure-rooms-do-not-know-the-store',
      severity: 'error',
      comment: 'The freight client and the conversion take what they work on and give back what they made.',
      from: { path: '^src-main/(freight|labels/conversion)/' },
      to: { path: STORES },
    },
    {
      name: 'in-printing-only-the-queue-knows-the-store',
      severity: 'error',
      comment:
        'Transports and languages know printers. Jobs and profiles are kept by the queue, the printers and their composition.',
      from: {
        path: '^src-main/printing/',
        pathNot: `^src-main/printing/(queue/queue|printers/(printers|by-site|lay-printers|stock|tools)|printing)\\.ts$|${ROWS}`,
      },
      to: { path: STORES },
    },
    {
      name: 'learned-facts-decide-no-money',
      severity: 'error',
      comment:
        'What was learned of how a service writes never decides whether something was booked, paid for or printed.',
      from: { path: '^src-main/(booking|quotes|imports/batch|printing|packing)/' },
      to: { path: '^src-main/(shipments/service-facts\\.rows|app/service-profile)\\.ts$' },
    },
    {
      name: 'services-do-not-know-commands',
      severity: 'error',
      comment: 'Commands use services, never the other way.',
      from: { path: '^src-main/', pathNot: '-commands\\.ts$|^src-main/app/(handlers|station)\\.ts$' },
      to: { path: '^src-main/.*-commands\\.ts$|^src-main/app/handlers\\.ts$' },
    },
    {
      name: 'commands-without-sql-and-http',
      severity: 'error',
      comment: 'A command turns parsed input into a call of a service, and its answer into what a screen shows.',
      from: { path: '^src-main/.*-commands\\.ts$' },
      to: {
        path: '((^|/)node_modules/better-sqlite3/|^src-main/kernel/sqlite/(database|statement|transaction)\\.ts$|^src-main/freight/http/transport\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sqlite-only-in-stores',
      severity: 'error',
      comment: 'SQL stands in files named `*.rows.ts`, in the engine and in the databases as files.',
      from: { path: '^src-main/', pathNot: STORES },
      to: { path: '(^|/)node_modules/(better-sqlite3|@types/better-sqlite3)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(out|dist|artifacts)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'svelte'],
    },
  },
}
