import type { TestOptions } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why it belongs to the full run alone. */
    full?: string
  }
}

/** Whether this is the full run: for a test whose promise is proved by fewer cases in the default one. */
export const isFullRun = process.env['WAYBILL_TEST_RUN'] !== 'default'

/**
 * The options of a test, or of a describe and all in it, that `npm test` leaves to `npm run test:full`. The tag is that of
 * vitest.config.ts.
 * @param reason what it costs, or what of the same promise the default run proves
 */
export const full = (reason: string, options: TestOptions = {}): TestOptions => ({
  ...options,
  tags: ['full'],
  meta: { full: reason },
})
