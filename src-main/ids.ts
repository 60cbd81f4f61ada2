import { randomUUID } from 'node:crypto'

/** Fresh ids, as a dependency: `next('bkg')` gives `bkg_0f8c...`; the prefix says what the id names. */
export interface Ids {
  next(prefix: string): string
}

export const randomIds: Ids = { next: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}` }
