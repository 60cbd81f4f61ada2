import { hostname } from 'node:os'
import { sleep } from '../../src-node/runtime/wait.ts'
import { stationNameOf } from '../../src-shared/site/identity.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { isAway } from './link/site-client.ts'
import type { SiteService } from './site-service.ts'

const AGAIN_MS = 30_000

/**
 * Joins the site that the administrator's file names, as soon as it answers. A code that it refuses is the next start's to
 * try again.
 * @throws StationError what the site refuses it with
 */
export async function joinByPolicy(
  site: Pick<SiteService, 'enrol'>,
  { code, name }: { code: string; name?: string | undefined },
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await site.enrol({ code, name: name ?? stationNameOf(hostname()) })
      return
    } catch (error) {
      if (!(error instanceof StationError) || !isAway(error)) throw error
    }
    await sleep(AGAIN_MS, { isBackground: true, signal: closing }).catch(() => undefined)
  }
}
