import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { madeFor } from '../../scripts/after-pack.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { projectRoot } from '../../scripts/project.ts'
import { makeSiteDeb } from '../../scripts/site-deb.ts'
import { TEST_LABEL_CODE, testLabel } from '../../src-labels/test-label.ts'
import { buildProgram } from '../support/build-program.ts'
import { browserPath } from '../support/browser.ts'
import { onTestsDate } from '../support/child-date.ts'
import { runningClock } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { startChromium } from '../desktop/chromium.ts'
import { startDesktop } from '../desktop/desktop-app.ts'
import { openArchive, type Archive } from '../../scripts/app-archive.ts'
import { packHere } from './packed.ts'
import { full } from '../support/full.ts'

/** What is packed takes so much at most, beside Electron's own program. It was 123 MB with every build of every package. */
const MOST_BYTES = 48e6
/** Of these packages the npm registry has no text of the licence; what they are under stands in package.json. */
const WITHOUT_LICENCE_TEXT = ['zpl-renderer-js']
const LICENCE = /\/(licen[cs]e|notice|copyright)[^/]*$/i
/** Every kind of file that the app reads, and where. Nothing else is packed. */
const WANTED = [
  /^package\.json$/,
  /^out\/preload\.cjs$/,
  /^out\/renderer\/[^/]+\.(html|svg)$/,
  /^out\/renderer\/assets\/[^/]+\.(js|css|woff2)$/,
  /^out\/shared\/[\w.-]+\.js$/,
  /^out\/src-(main|node|sandbox)\/.+\.(js|json|csv)$/,
  /^out\/src-node\/us-postal-codes\.txt$/,
  /^out\/src-node\/letters\/(LICENSE_FONT|\w+\.ttf\.br)$/,
  /^resources\/tray\/[\w@-]+\.png$/,
  /^node_modules\/.+\.(js|cjs|mjs|json|wasm|node|ttf)$/,
]
const UNWANTED =
  /(^|\/)(tests?|__tests__|examples?|docs?|benchmarks?)\/|\.(test|spec)\.[cm]?js$|(^|\/)\.[^/]+$|\.min\.js$/

const LOAD = [
  ...['--from', '1200 Port Road, Laredo, TX 78045', '--to', '400 W Superior St, Chicago, IL 60654'],
  ...['--weight', '500', '--size', '48x40x52', '--description', 'Machine parts'],
]

const why = process.platform === 'linux' ? '' : 'skipped: packs for Linux'
const run = promisify(execFile)

describe.skipIf(why !== '')(
  `the package, made around a program that is none ${why}`.trim(),
  full('packs the app; tests/desktop runs the built one'),
  () => {
    let folder = ''
    let packed = ''
    let tree = ''
    let archive: Archive
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'waybill-package-'))
      packed = await packHere(folder)
      archive = openArchive(join(packed, 'resources', 'app.asar'))
      // Away from the project, so that nothing is found in its packages.
      tree = join(folder, 'tree')
      archive.extract(tree)
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('holds the files that the app reads, and no others, within the ceiling', () => {
      const bytes = archive.files.reduce((sum, { size }) => sum + size, 0)
      expect(bytes).toBeLessThan(MOST_BYTES)
      const isWanted = (path: string) =>
        WANTED.some((kind) => kind.test(path)) || (path.startsWith('node_modules/') && LICENCE.test(path))
      expect(archive.files.map(({ path }) => path).filter((path) => !isWanted(path) || UNWANTED.test(path))).toEqual([])
    })

    test('names no path of the machine that made it, and holds no key', () => {
      // A key, not the line that begins one.
      const secret = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{16}/
      const notifying = archive.files.filter((file) => {
        if (/\.(node|wasm|ttf|woff2)$/.test(file.path)) return false
        const text = archive.read(file).toString('latin1')
        return text.includes(projectRoot) || text.includes(`${homedir()}/`) || secret.test(text)
      })
      expect(notifying.map(({ path }) => path)).toEqual([])
    })

    test('has the licence of every package that is in it', () => {
      const packages = new Map<string, boolean>()
      for (const { path } of archive.files) {
        const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
        if (name !== undefined) packages.set(name, packages.get(name) === true || LICENCE.test(path))
      }
      const without = [...packages].flatMap(([name, hasText]) => (hasText ? [] : [name]))
      expect(without.sort()).toEqual(WITHOUT_LICENCE_TEXT)
    })

    test('has its fuses set, and one native library of each kind, for this system, where it can be loaded', async () => {
      const wire = await getCurrentFuseWire(join(packed, 'waybill'))
      const states = Array.from({ length: 9 }, (_, fuse) => wire[fuse as FuseV1Options])
      const on: (FuseV1Options | number)[] = [
        FuseV1Options.OnlyLoadAppFromAsar,
        FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
        FuseV1Options.WasmTrapHandlers,
      ]
      expect(states).toEqual(states.map((_, fuse) => (on.includes(fuse) ? FuseState.ENABLE : FuseState.DISABLE)))

      const libraries = archive.files.filter(({ path }) => path.endsWith('.node'))
      expect(libraries.map(({ path }) => path.split('/').slice(1, 3).join('/')).sort()).toEqual([
        expect.stringContaining('@napi-rs/keyring-linux'),
        '@serialport/bindings-cpp',
        'better-sqlite3/prebuilds',
      ])
      for (const { path, offset } of libraries) {
        expect(offset).toBeNull()
        expect(madeFor(join(packed, 'resources', 'app.asar.unpacked', path))).toBe(`linux ${process.arch}`)
      }
      expect(readdirSync(join(packed, 'resources')).sort()).toEqual(['app.asar', 'app.asar.unpacked', 'bin'])
    })

    /** The packed command line, in a folder of its own. */
    const cli = async (data: string, ...args: string[]): Promise<unknown> => {
      const program = join(tree, 'out', 'src-main', 'cli', 'waybill.js')
      const { stdout } = await run(process.execPath, [program, ...args, '--json'], {
        cwd: data,
        env: { ...onTestsDate(runningClock()).env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      })
      return JSON.parse(stdout)
    }

    test('every path of a label is drawn and read again with what is packed', async () => {
      const { file } = await buildProgram('tests/package/labels-process.ts', tree)
      const read = [TEST_LABEL_CODE]
      expect(JSON.parse((await run(process.execPath, [file])).stdout)).toEqual({
        ZPL: read,
        PDF: read,
        PNG: read,
        EPL: read,
      })
    })

    test('the packed command line converts a label to every format', async () => {
      // A label is not written under /dev, where temporary files may be.
      const data = mkdtempSync('/tmp/waybill-test-')
      onTestFinished(() => rmSync(data, { recursive: true, force: true }))
      const media = { widthIn: 4, heightIn: 6 }
      writeFileSync(join(data, 'a.zpl'), testLabel({ language: 'ZPL', dpi: 203, media, printerName: 'Dock' }))
      for (const [from, out, to] of [
        ['a.zpl', 'b.pdf', 'pdf'],
        ['b.pdf', 'c.png', 'png'],
        ['c.png', 'd.epl', 'epl'],
        ['d.epl', 'e.pdf', 'pdf'],
      ] as const) {
        await cli(data, 'label', 'convert', from, out, '--to', to)
      }
      expect(await cli(data, 'label', 'inspect', 'e.pdf')).toMatchObject({ result: 'whole', labels: 1 })
    })

    test('the keychain is reached', async () => {
      const asked =
        "import('keytar/index.js').then((keyring) => console.log(typeof (keyring.default ?? keyring).Entry))"
      writeFileSync(join(tree, 'keychain.mjs'), asked)
      expect((await run(process.execPath, ['keychain.mjs'], { cwd: tree })).stdout.trim()).toBe('function')
    })

    test('the command line quotes at the packed service, and prints', async () => {
      const printer = await virtualZebra()
      const data = tempDir()
      const { rates } = z
        .object({ rates: z.array(z.unknown()) })
        .parse(await cli(data, 'quote', ...LOAD, '--data', data))
      expect(rates).not.toEqual([])
      const label = join(data, 'label.zpl')
      writeFileSync(label, '^XA^FO40,40^A0N,40,40^FDDOCK 4^FS^XZ')
      expect(await cli(data, 'print', '--file', label, '--printer', printer.uri, '--data', data)).toMatchObject({
        state: 'SENT',
      })
      expect(Buffer.concat(printer.paper).toString('latin1')).toContain('DOCK 4')
    })

    const noDeb = spawnSync('dpkg-deb', ['--version']).status === 0 ? '' : 'skipped: no dpkg-deb here'
    test.skipIf(noDeb !== '')(
      `the deb of the site runs with its own Node.js, without Electron ${noDeb}`.trim(),
      // It packs 200 MB, beside whatever else runs.
      { timeout: 300_000 },
      async () => {
        const deb = makeSiteDeb(packed, folder) ?? ''
        const root = join(folder, 'site')
        await run('dpkg-deb', ['--raw-extract', deb, root])
        expect((await run('dpkg-deb', ['--field', deb, 'Package', 'Version'])).stdout).toBe(
          `Package: waybill-site\nVersion: ${packageFile.version}\n`,
        )
        expect(readdirSync(join(root, 'opt', 'waybill-site')).sort()).toEqual(
          ['bin', ...new Set(archive.files.map(({ path }) => path.split('/')[0]))].sort(),
        )
        expect((await run('dpkg-deb', ['--contents', deb])).stdout).toMatch(/^drwxr-xr-x root\/root .* \.\/\n/)
        for (const script of ['postinst', 'prerm', 'postrm']) await run('sh', ['-n', join(root, 'DEBIAN', script)])

        const command = join(folder, 'waybill')
        writeFileSync(
          command,
          readFileSync(join(root, 'usr', 'bin', 'waybill'), 'utf8').replaceAll('/opt/', `${root}/opt/`),
        )
        const data = tempDir()
        const quoted = await run('sh', [command, 'quote', ...LOAD, '--json', '--data', data], {
          env: { ...onTestsDate(runningClock()).env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
        })
        expect(JSON.parse(quoted.stdout)).toMatchObject({ rates: expect.arrayContaining([expect.anything()]) })
        expect((await run('sh', [command, 'site', '--help'])).stdout).toContain('waybill site start')
      },
    )

    test.skipIf(browserPath() === null)('the desktop app starts from it, and its page asks the station', async () => {
      const browser = await startChromium()
      try {
        const main = join(tree, 'out', 'src-main', 'shell', 'desktop', 'boot.js')
        const desktop = startDesktop(browser, { main, isPackaged: true })
        const page = await desktop.page()
        await page.getByRole('navigation').first().waitFor()
        expect(await page.evaluate('window.waybill.invoke("station.state", {})')).toMatchObject({ ok: true })
        desktop.order({ do: 'quit' })
        expect(await desktop.ended).toBe(0)
      } finally {
        await browser.close()
      }
    })
  },
)
