import { dirname, relative } from 'node:path/posix'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { filesOf } from './scripts/digest.ts'
import { projectRoot } from './scripts/project.ts'

/** Threads and processes, by the names of their files. */
export function startedByOthers(): string[] {
  const files = ['src-main', 'src-sandbox'].flatMap((room) => filesOf(projectRoot, room))
  return files.filter((file) => /\.(worker|child)\.ts$/.test(file))
}

/** What Electron, Node.js or a program of ours starts: as a process, or as a thread. */
const PROGRAMS = [
  'src-main/shell/desktop/boot.ts',
  'src-main/shell/browser/main.ts',
  'src-main/cli/waybill.ts',
  'src-sandbox/cli.ts',
  ...startedByOthers(),
]

/** Packages with libraries of the system, with WebAssembly or fonts that are read from their files, or with a build that is read as text. */
const NOT_BUNDLED = [
  ...['electron', 'better-sqlite3', 'keytar', 'koffi', 'serialport'],
  ...['@hyzyla/pdfium', 'bwip-js', 'harfbuzzjs', 'zpl-renderer-js', 'zxing-wasm'],
]

/**
 * Keeps `import.meta.url` what it is beside the source, whichever file a module is bundled into: its data files lie there, and the
 * threads and processes that it starts.
 */
const addressOfModule: Plugin = {
  name: 'address-of-module',
  transform: {
    filter: { id: /\/src-\w+\/.*\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => {
      const built = relative(projectRoot, id).replace(/\.ts$/, '.js')
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(built)}, BUILD_ROOT).href`)
    },
  },
  renderChunk: (code, { fileName }) =>
    code.replaceAll(
      'BUILD_ROOT',
      `new URL(${JSON.stringify(`${relative(dirname(fileName), '.') || '.'}/`)}, import.meta.url)`,
    ),
}

/**
 * The build of programs that run in Node.js: a file each, and what several share in files beside them. One that imports a
 * thousand modules begins in half the time of the same module by module.
 * @param programs paths from the project's folder
 * @param outDir beside which node_modules is found
 */
export const nodeBuild = (programs: readonly string[], outDir: string): UserConfig => ({
  publicDir: false,
  plugins: [addressOfModule],
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(programs.map((file) => [file.replace(/\.ts$/, ''), file])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
})

export default defineConfig(nodeBuild(PROGRAMS, 'out'))
