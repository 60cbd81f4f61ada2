import { UsageError, type CliIo } from './io.ts'

/** JSON from a file, or from standard input for `-`. @throws UsageError that names the option */
export async function readJson(io: CliIo, path: string, option: string): Promise<unknown> {
  const bytes = path === '-' ? await io.readInput() : await readNamed(io, path, option)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new UsageError(`--${option}: ${path} is not JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

/** A file's bytes. @throws UsageError that names the option */
export async function readNamed(io: CliIo, path: string, option: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await io.readFile(path)
  } catch (error) {
    throw new UsageError(
      `--${option}: ${path} cannot be read (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}
