import { randomUUID } from 'node:crypto'
import { lstat, open, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { renameWhenFree } from '../../../src-node/rename.ts'

/** What the label commands touch: files and the two outputs. */
export interface LabelIo {
  readFile(path: string): Promise<Uint8Array>
  /** Whole or not at all: what was there stays until the new file is complete. */
  writeFile(path: string, bytes: Uint8Array): Promise<void>
  stdout(text: string): void
  stderr(text: string): void
}

const SYSTEM_FOLDER = /^\/(dev|proc|sys)(\/|$)/

/** Files of this machine, and the outputs of this process. */
export function systemLabelIo(): LabelIo {
  return {
    readFile: (path) => readFile(path),
    writeFile: writeWhole,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
  }
}

/**
 * Writes beside the target, to the disk, and only then takes the target's name; a file that was there is replaced, and that is
 * said. What is no file (a device, a link that leads elsewhere) would lose its name: it is refused.
 */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const there = await lstat(path).catch(() => null)
  if (there !== null && !there.isFile()) throw new Error(`${path} is no plain file`)
  if (SYSTEM_FOLDER.test(await realpath(dirname(path)))) throw new Error(`${dirname(path)} is the system's own folder`)
  if (there !== null) process.stderr.write(`${path} was there and is replaced\n`)
  const beside = join(dirname(path), `.${randomUUID()}.part`)
  try {
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameWhenFree(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
