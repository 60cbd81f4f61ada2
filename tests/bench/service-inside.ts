import { z } from 'zod'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { documentOrder } from '../../src-sandbox/documents/order.ts'
import { PdfRaster } from '../../src-sandbox/documents/raster/pdf-raster.ts'
import { renderDocument } from '../../src-sandbox/documents/renderers.ts'
import { subjectOf } from '../../src-sandbox/documents/subject.ts'
import { searchLocations } from '../../src-sandbox/locations/search.ts'
import { requireShipment } from '../../src-sandbox/shipments/store.ts'
import { LABEL_FORMATS } from '../../src-shared/freight/document.ts'
import { elapsed, median, p95, type BenchResult } from './ratio.ts'
import { openDesk } from './service-data.ts'

const SEARCH_AIM_MS = 5

/**
 * Every beginning that leads anywhere: two to five characters of a postal code, one to four of a city. The first search of
 * a letter reads its cities, and is told apart.
 */
export function benchLocationSearch(dataDir: string, every: number): BenchResult {
  const { db, locations } = openDesk(dataDir)
  try {
    const all = z.array(z.object({ term: z.string() })).parse(
      db
        .prepare(
          `SELECT DISTINCT substr(postal_code, 1, length) AS term
             FROM location CROSS JOIN (SELECT value AS length FROM json_each('[2, 3, 4, 5]'))
           UNION
           SELECT DISTINCT substr(city_key, 1, length)
             FROM city CROSS JOIN (SELECT value AS length FROM json_each('[1, 2, 3, 4]'))`,
        )
        .all(),
    )
    const terms = all.filter((_, index) => index % every === 0)
    const timeOf = (term: string) => {
      const start = performance.now()
      searchLocations(locations, term)
      return performance.now() - start
    }
    const firsts = all.filter(({ term }) => /^[A-Z]$/.test(term)).map(({ term }) => timeOf(term))
    const times = terms.map(({ term }) => timeOf(term))
    const short = all.filter(({ term }) => /^[A-Z]{1,2}$/.test(term)).map(({ term }) => timeOf(term))
    const time = p95(times)
    return {
      name: `location search, p95 of ${terms.length} beginnings`,
      figures: `${time.toFixed(2)} ms, of one or two letters ${p95(short).toFixed(2)} ms, first of a letter ${median(firsts).toFixed(1)} ms`,
      measured: [time, p95(short), median(firsts)],
      ratio: null,
      aim: { words: `<= ${SEARCH_AIM_MS} ms`, met: Math.max(time, p95(short)) <= SEARCH_AIM_MS },
    }
  } finally {
    db.close()
  }
}

/** One 4x6 label made from a shipment, in each format; the lowest resolution of it but 300 dpi for a picture. */
export async function benchLabels(dataDir: string, labels: number): Promise<BenchResult[]> {
  const db = openSandboxDatabase(dataDir)
  const raster = new PdfRaster()
  try {
    const now = Date.now()
    const shipments = z
      .array(z.object({ id: z.string() }))
      .parse(db.prepare('SELECT shipment_id AS id FROM shipment ORDER BY rowid LIMIT ?').all(labels))
      .map(({ id }) => requireShipment(db, id))
    const results: BenchResult[] = []
    for (const format of LABEL_FORMATS) {
      const order = documentOrder({ type: 'SHIPPING_LABEL', format })
      const times: number[] = []
      for (const shipment of shipments) {
        const named = { ...order, piece: 1, documentId: 'DOC-BENCH', createdAt: now }
        times.push(await elapsed(() => renderDocument(subjectOf(db, shipment, null, now), named, raster)))
      }
      results.push({
        name: `label as ${[format, ...(order.dpi === 0 ? [] : [`${order.dpi} dpi`])].join(' ')}, median of ${labels}`,
        figures: `${median(times).toFixed(2)} ms`,
        measured: times,
        ratio: null,
        aim: null,
      })
    }
    return results
  } finally {
    await raster.close()
    db.close()
  }
}
