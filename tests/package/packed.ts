import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../scripts/project.ts'

/** What Electron's fuses are found by in its program, their version, how many there are, and each as it comes. */
export const FRESH_FUSES = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101010110'),
])

/** Packs the built app for this machine by the recipe, around a program that is nothing but fuses. Resolves with the folder. */
export async function packHere(folder: string): Promise<string> {
  const electron = join(folder, 'electron')
  mkdirSync(electron)
  writeFileSync(join(electron, 'electron'), FRESH_FUSES)
  const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')
  const own = [`-c.electronDist=${electron}`, `-c.directories.output=${join(folder, 'dist')}`]
  await promisify(execFile)(process.execPath, [builder, '--linux', 'dir', '--publish', 'never', ...own], {
    cwd: projectRoot,
  })
  return join(folder, 'dist', process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
}
