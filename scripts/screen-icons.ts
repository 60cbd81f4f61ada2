import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'

const NAMED = '~icons/'
const setSchema = z.object({
  icons: z.record(z.string(), z.object({ body: z.string() })),
  aliases: z.record(z.string(), z.object({ parent: z.string() })).default({}),
})
/** What every icon of the set says of its lines, which the component says once, where a screen can change it. */
const LINES = /\s(?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

/**
 * The icons of Lucide (ISC), drawn at build: `import Check from '~icons/check'` is a component that takes the attributes of an
 * `svg` and its `size` in pixels.
 * @param root the folder of the screens
 * @throws Error for a name that the set does not have
 */
export function icons(root: string): Plugin {
  let set: z.output<typeof setSchema> | null = null
  const folder = join(root, NAMED)
  return {
    name: 'icons',
    enforce: 'pre',
    // A module that was compiled before names its icons by their path from the root, where no file is.
    resolveId: (id) => {
      const name = /^(?:.*\/)?~icons\/([\w-]+)(?:\.svelte)?$/.exec(id)?.[1]
      return name === undefined ? null : join(folder, `${name}.svelte`)
    },
    load: (id) => {
      if (!id.startsWith(folder)) return null
      set ??= setSchema.parse(JSON.parse(readFileSync(setFile(root), 'utf8')))
      const name = id.slice(folder.length, -'.svelte'.length)
      const icon = set.icons[name] ?? set.icons[set.aliases[name]?.parent ?? '']
      if (icon === undefined) throw new Error(`there is no icon ${name}`)
      return `<script>let { size = 24, strokeWidth = 2, ...rest } = $props()</script>
<svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor"
  stroke-width={strokeWidth} stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" {...rest}>${icon.body.replaceAll(LINES, '')}</svg>`
    },
  }
}

const setFile = (root: string): string =>
  createRequire(join(root, 'package.json')).resolve('@iconify-json/lucide/icons.json')
