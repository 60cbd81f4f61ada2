import { randomUUID } from 'node:crypto'
import { lstat, open, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { renameWhenFree } from '../../src-node/rename.ts'
import { CliError, UsageError, type CliIo } from './io.ts'

/** JSON from a file, or from standard input for `-`. @throws UsageError that names the option */
export async function readJson(io: CliIo, path: string, option: string): Promise<unknown> {
  const bytes = path === '-' ? await io.readInput() : await readNamed(io, path, option)
  return jsonOf(bytes, `${option}: ${path}`)
}

/** @throws UsageError that names where it is from */
export function jsonOf(json: string | Uint8Array, from: string): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json))
  } catch (error) {
    throw new UsageError(`--${from} is not JSON (${reasonOf(error)})`)
  }
}

/** A file's bytes. @throws UsageError that names the option */
export async function readNamed(io: CliIo, path: string, option: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await io.readFile(path)
  } catch (error) {
    throw new UsageError(`--${option}: ${path} cannot be read (${reasonOf(error)})`)
  }
}

/** @throws CliError FILE_NOT_WRITTEN */
export async function writeNamed(io: CliIo, path: string, bytes: Uint8Array): Promise<void> {
  await io.writeFile(path, bytes).catch((error: unknown) => {
    throw notWritten(path, error)
  })
}

export const notWritten = (path: string, error: unknown): CliError =>
  new CliError('FILE_NOT_WRITTEN', `${path} was not written: ${reasonOf(error)}`)

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const SYSTEM_FOLDER = /^\/(dev|proc|sys)(\/|$)/

/**
 * Writes beside the target, to the disk, and only then takes the target's name; an existing file is replaced, with a
 * message. Anything but a regular file (a device, a link that leads elsewhere) would lose its name: it is refused.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const there = await lstat(path).catch(() => null)
  if (there !== null && !there.isFile()) throw new Error(`${path} is not a regular file`)
  if (SYSTEM_FOLDER.test(await realpath(dirname(path)))) throw new Error(`${dirname(path)} is a system folder`)
  if (there !== null) process.stderr.write(`${path} already exists and is replaced\n`)
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
