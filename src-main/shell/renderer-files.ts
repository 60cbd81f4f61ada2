import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export interface RendererFile {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
}

/** The file types of a renderer build. A file of another kind is not served. */
const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** One part of a path: no dot at its start, so neither `..` nor a hidden file; no separator, colon or NUL. */
const PLAIN_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._@-]*$/

/**
 * The file of the renderer's build that a URL path names; `/` is index.html. Null when the path is not made of plain
 * names (after decoding it once), names a kind of file that a build does not hold, or there is no such file.
 */
export async function readRendererFile(rendererDir: string, urlPath: string): Promise<RendererFile | null> {
  const names = plainNames(urlPath)
  if (names === null) return null
  const contentType = CONTENT_TYPES[extname(names.at(-1) ?? '')]
  if (contentType === undefined) return null
  try {
    return { bytes: new Uint8Array(await readFile(join(rendererDir, names.join(sep)))), contentType }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function plainNames(urlPath: string): string[] | null {
  if (urlPath === '/') return ['index.html']
  let path: string
  try {
    path = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  const names = path.replace(/^\//, '').split('/')
  return names.every((name) => PLAIN_NAME.test(name)) ? names : null
}

/** No file of a build has a name that is too long for the file system. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MISSING.some((code) => code === error.code)
}
