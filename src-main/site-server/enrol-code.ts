import { runtime } from '../../src-node/runtime/runtime.ts'
import type { CodeTerms, SiteStations } from './stations.rows.ts'

/** What is drawn for a one-time code. */
const CODE_BYTES = 24

/**
 * A code for one more station, or for several by its terms; the site keeps its hash.
 * @param madeBy the station at which it is made; null: on the site's own machine
 */
export async function makeCode(
  stations: Pick<SiteStations, 'addCode'>,
  madeBy: string | null,
  terms?: CodeTerms,
): Promise<{ secret: string; endsAt: string }> {
  const secret = runtime().random.bytes(CODE_BYTES).toString('base64url')
  return { secret, endsAt: await stations.addCode(secret, madeBy, terms) }
}
