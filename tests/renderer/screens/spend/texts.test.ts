import { beforeAll, describe, expect, it } from 'vitest'
import { importInvoices, INVOICE_FAULT_KINDS } from '../../../../src-main/spend/invoice-csv.ts'
import { errorData } from '../../../../src-shared/station/error.ts'
import { INVOICE_COLUMNS } from '../../../../src-shared/station/spend/spend.ts'
import type { OnTimeReport, OnTimeSums } from '../../../../src-shared/station/spend/on-time.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { isMessageKey, loadLanguage } from '../../../../src-renderer/messages/catalogue.ts'
import { onTimeCsv, shareOf, transitDaysOf } from '../../../../src-renderer/screens/spend/on-time-rows.ts'

beforeAll(() => loadLanguage('es'))

function spanish(): Locale {
  const locale = new Locale()
  locale.language = 'es'
  return locale
}

describe('what is wrong with a file of invoices', () => {
  it('has words on screen in both languages for each kind and column', () => {
    for (const kind of INVOICE_FAULT_KINDS) expect(isMessageKey(`spend.fault.${kind}`), kind).toBe(true)
    for (const column of INVOICE_COLUMNS) expect(isMessageKey(`spend.column.${column}`), column).toBe(true)
  })

  it('is said of the whole file in the language in use', async () => {
    const said = async (text: string) => {
      const refusal: unknown = await importInvoices(text, async () => 'added').catch((error: unknown) => error)
      return spanish().error(errorData(refusal as Parameters<typeof errorData>[0]))
    }
    expect(await said('')).toBe('El archivo está vacío.')
    expect(await said('invoice,amount\nA-1,12')).toBe('Faltan columnas: pro.')
    expect(await said('invoice,pro,amount\nA-1,"P-1,12\nA-2,P-2,12')).toMatch(
      /^El archivo no se puede leer desde la fila \d+:/,
    )
  })
})

describe('a report of deliveries', () => {
  const sums = (delivered: number, promised: number, onTime: number): OnTimeSums => ({
    delivered,
    promised,
    onTime,
    timed: delivered,
    transitMs: delivered * 36 * 60 * 60 * 1000,
  })
  const report: OnTimeReport = {
    rows: [
      { name: { carrier: 'NORTHLINE_FREIGHT', lane: 'Laredo, TX → Chicago, IL' }, ...sums(4, 3, 2) },
      { name: null, ...sums(1, 0, 0) },
    ],
    total: sums(5, 3, 2),
    isCounting: false,
  }

  it('goes into a file with a header, shares of what was promised, and its total', () => {
    expect(onTimeCsv(report, 'carrier-lane', new Locale()).replace('\ufeff', '').split('\r\n')).toEqual([
      'Carrier,Lane,Delivered,With promised date,On time,Late,On time (%),Transit days',
      'Northline Freight,"Laredo, TX → Chicago, IL",4,3,2,1,66.67,1.5',
      'All others,,1,0,0,0,,1.5',
      'Total,,5,3,2,1,66.67,1.5',
      '',
    ])
    expect(onTimeCsv(report, 'lane', spanish())).toContain('Ruta,Entregados')
  })

  it('knows no share where nothing was promised, and no days where none are known', () => {
    expect(shareOf(sums(5, 0, 0))).toBe(null)
    expect(transitDaysOf({ ...sums(0, 0, 0) })).toBe(null)
  })
})
