import type { Context } from 'hono'

/**
 * Sets headers of the coming answer. A manually made answer ignores them; the function returned here sets them once
 * the answer exists. (To set them only then would copy every answer.)
 */
export function announceHeaders(c: Context, headers: Readonly<Record<string, string>>): () => void {
  const entries = Object.entries(headers)
  const set = () => {
    for (const [name, value] of entries) c.header(name, value)
  }
  set()
  return () => {
    if (entries.some(([name]) => !c.res.headers.has(name))) set()
  }
}
