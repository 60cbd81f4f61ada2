import { expect, test } from 'vitest'
import { full } from '../support/full.ts'
import { testDatabase } from '../support/postgres.ts'
import { BENCHES, whyNot } from './benches.ts'

/** In the PostgreSQL that all tests of a worker share, and that the test's end empties. */
async function openDatabase() {
  const { url } = await testDatabase({ isEmpty: true })
  return { url, close: async () => undefined }
}

for (const bench of BENCHES) {
  const why = whyNot(bench)
  const title = `npm run bench -- --short ${bench.name} comes to its end${why && ` (${why})`}`
  test.skipIf(why !== '')(
    title,
    full('a benchmark proves nothing of the product; npm run bench runs them'),
    async () => {
      const results = await bench.run({ length: 'short', openDatabase })
      expect(results.length).toBeGreaterThan(0)
      for (const { name, measured, ratio } of results) {
        expect(measured.length, name).toBeGreaterThan(0)
        const wrong = [...measured, ...(ratio === null ? [] : [ratio])].filter(
          (figure) => !(figure > 0 && figure < Infinity),
        )
        expect(wrong, name).toEqual([])
      }
    },
  )
}
