import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCsvFile } from '../../src-sandbox/read-file.ts'
import { readSatCodes } from '../../src-sandbox/sat/read-codes.ts'
import { tempDir } from '../support/temp-dir.ts'
import { useService } from './service.ts'

const readFile = (file: string) => readCsvFile(file, 'The SAT codes', readSatCodes)

function fileOf(text: string): string {
  const file = join(tempDir(), 'codes.csv')
  writeFileSync(file, text)
  return file
}

describe('a file of SAT codes', () => {
  test('may have its columns in any order, leave some out, quote cells and come from a spreadsheet', () => {
    const file = fileOf(
      '\uFEFFDescription_ES,sat_code,category\r\n"Tubo ""largo"", de acero",40171599,Pipes\r\n\r\nAlgo,99999999,\r\n',
    )
    expect(readFile(file)).toEqual([
      {
        sat_code: '40171599',
        description_es: 'Tubo "largo", de acero',
        description_en: '',
        category: 'Pipes',
        subcategory: '',
      },
      { sat_code: '99999999', description_es: 'Algo', description_en: '', category: '', subcategory: '' },
    ])
  })

  test.each([
    ['', 'line 1: there is no column sat_code'],
    ['sat_code,name\n', 'line 1: there is no column description_es'],
    ['sat_code,description_es\n01010101,Nada\n123,Algo\n', 'line 3: sat_code must be eight digits'],
    ['sat_code,description_es\n01010101\n', 'line 2: description_es is missing'],
    ['sat_code,description_es\n01010101,"Nada\n', 'line 2: a quote in the wrong place'],
  ])('that reads %j is refused with a sentence that names the line', (text, sentence) => {
    expect(() => readFile(fileOf(text))).toThrow(sentence)
  })
})

describe('a service started with more codes', () => {
  const service = useService({
    satCodes: [
      {
        sat_code: '50202208',
        description_es: 'Tequila reposado',
        description_en: 'Rested tequila',
        category: 'Beverages',
        subcategory: 'Drinks',
      },
    ],
  })

  test('finds them in place of those of the same number', async () => {
    expect((await service.get('/sat-code/lookup/en/tequila')).body).toMatchObject({
      data: [{ description_en: 'Rested tequila' }],
      total: 1,
    })
  })
})
