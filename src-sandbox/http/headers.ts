import type { Context } from 'hono'

/**
 * Sets headers of the answer that is to come. An answer that was made by hand does not take them; it gets them from what is
 * returned here, to be called when it is there. (To set them only then would copy every answer.)
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
