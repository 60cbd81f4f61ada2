import { expect, test } from 'vitest'
import { z } from 'zod'
import { icons } from '../../scripts/screen-icons.ts'

const plugin: { resolveId?: unknown } = icons('/house/src-renderer')
const resolveId = z.custom<(id: string) => unknown>((value) => typeof value === 'function').parse(plugin.resolveId)

test('an icon is found by its name and, in a module that was compiled before, by its path from the root', () => {
  const file = '/house/src-renderer/~icons/circle-check.svelte'
  for (const id of ['~icons/circle-check', '/src-renderer/~icons/circle-check.svelte', file]) {
    expect(resolveId(id), id).toBe(file)
  }
  expect(resolveId('./circle-check.svelte')).toBeNull()
})
