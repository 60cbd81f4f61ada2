import { runtime } from '../../src-node/runtime/runtime.ts'

/** Fresh ids, as a dependency: `next('bkg')` gives `bkg_0f8c...`; the prefix names the kind. */
export interface Ids {
  next(prefix: string): string
}

export const randomIds: Ids = { next: (prefix) => `${prefix}_${runtime().random.uuid().replaceAll('-', '')}` }
