import type { PdfFacts } from '../../../src-node/paper/paper.ts'

/**
 * The metadata of the service's papers. @param madeAt on the service's clock, so that the same order gives the same
 * bytes
 */
export function madeByService(title: string, madeAt: number): PdfFacts {
  return { title, made: { by: 'Waybill embedded freight service', at: madeAt } }
}
