import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const fileSchema = z.object({ size: z.number(), offset: z.string().optional(), unpacked: z.boolean().optional() })
const folderSchema = z.object({ files: z.record(z.string(), z.unknown()) })

interface ArchivedFile {
  path: string
  size: number
  /** Null: it lies beside the archive. */
  offset: number | null
}

/** An archive of Electron: four numbers, a list of files as JSON, then their bytes. */
export interface Archive {
  files: ArchivedFile[]
  read(file: ArchivedFile): Buffer
  /** Writes everything as it was before it was packed. */
  extract(folder: string): void
}

/** Opens `app.asar` of a packed folder's resources. */
export function openArchive(path: string): Archive {
  const head = bytesAt(path, 0, 16)
  const base = 8 + head.readUInt32LE(4)
  const list: unknown = JSON.parse(bytesAt(path, 16, head.readUInt32LE(12)).toString('utf8'))
  const files: ArchivedFile[] = []
  const collect = (entry: unknown, at: string): void => {
    const folder = folderSchema.safeParse(entry)
    if (folder.success) {
      for (const [name, inside] of Object.entries(folder.data.files))
        collect(inside, at === '' ? name : `${at}/${name}`)
      return
    }
    const { size, offset, unpacked } = fileSchema.parse(entry)
    files.push({ path: at, size, offset: unpacked === true || offset === undefined ? null : base + Number(offset) })
  }
  collect(list, '')
  const beside = (file: ArchivedFile) => join(`${path}.unpacked`, file.path)
  const read = (file: ArchivedFile) =>
    file.offset === null ? readFileSync(beside(file)) : bytesAt(path, file.offset, file.size)
  return {
    files,
    read,
    extract: (folder) => {
      for (const file of files) {
        const to = join(folder, file.path)
        mkdirSync(dirname(to), { recursive: true })
        if (file.offset === null) copyFileSync(beside(file), to)
        else writeFileSync(to, read(file))
      }
    },
  }
}

function bytesAt(path: string, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const handle = openSync(path, 'r')
  try {
    if (readSync(handle, bytes, 0, length, position) !== length) throw new Error(`${path} ends early`)
    return bytes
  } finally {
    closeSync(handle)
  }
}
