import type { PdfFacts } from '../../../src-node/paper/paper.ts'

/** What the service's papers say of themselves. @param madeAt on the service's clock, so that the same order gives the same bytes */
export function madeByService(title: string, madeAt: number): PdfFacts {
  return { title, made: { by: 'Waybill embedded freight service', at: madeAt } }
}
