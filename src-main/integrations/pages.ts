import { z } from 'zod'
import {
  MOST_ASKING_PAGES,
  MOST_PAGES,
  originSchema,
  type PageDecision,
  type WebPage,
} from '../../src-shared/station/app/connections.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { SettingStore } from '../settings/settings.rows.ts'

const SETTING = 'webPages'
const originsSchema = z.array(originSchema).max(MOST_PAGES).default([])
const decidedSchema = z.object({ allowed: originsSchema, refused: originsSchema })

interface PagesPorts {
  settings: SettingStore
  onChange: () => void
}

/**
 * The origins whose web pages may print. An unknown one asks once and waits for a supervisor, in memory alone: a page
 * that no one allowed writes nothing to the records. One that was refused does not ask again.
 */
export function createPages({ settings, onChange }: PagesPorts) {
  const asking = new Set<string>()
  const inTurn = createKeyedMutex()

  const read = async () => (await settings.read(SETTING, decidedSchema)) ?? decidedSchema.parse({})

  return {
    list: async (): Promise<WebPage[]> => {
      const { allowed, refused } = await read()
      return [
        ...[...asking].map((origin) => ({ origin, state: 'asking' as const })),
        ...allowed.map((origin) => ({ origin, state: 'allowed' as const })),
        ...refused.map((origin) => ({ origin, state: 'refused' as const })),
      ]
    },

    isAllowed: async (origin: string): Promise<boolean> => (await read()).allowed.includes(origin),

    /** Shows a page's wish to print to a supervisor, as far as there is room for it. */
    ask: async (origin: string): Promise<void> => {
      if (!originSchema.safeParse(origin).success) return
      const { allowed, refused } = await read()
      if ([...asking, ...allowed, ...refused].includes(origin)) return
      if (asking.size >= MOST_ASKING_PAGES || refused.length >= MOST_PAGES) return
      asking.add(origin)
      onChange()
    },

    /** @throws StationError WRONG_STATE when as many are allowed or refused as can be */
    decide: ({ origin, decision }: PageDecision): Promise<void> =>
      inTurn(SETTING, async () => {
        const before = await read()
        const without = (origins: string[]) => origins.filter((one) => one !== origin)
        const next = { allowed: without(before.allowed), refused: without(before.refused) }
        const list = { allow: next.allowed, refuse: next.refused, forget: null }[decision]
        if (list !== null && list.length >= MOST_PAGES) {
          throw wrongState(`At most ${MOST_PAGES} web pages can be listed. Remove one first.`, { most: MOST_PAGES })
        }
        list?.push(origin)
        await settings.write(SETTING, next, { origin, decision })
        asking.delete(origin)
        onChange()
      }),
  }
}

export type Pages = ReturnType<typeof createPages>
