import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCsv } from '../../src-sandbox/csv.ts'
import { StartError } from '../../src-sandbox/database.ts'
import { readCsvFile } from '../../src-sandbox/read-file.ts'
import { tempDir } from '../support/temp-dir.ts'
import { FAULT_TOKEN, palletRequest, useService } from './service.ts'

const service = useService()
const HEAD = 'country,postal_code,city,state,county,lat,lng'

async function imported(path: string, csv: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(new URL(`/_sandbox${path}`, service.baseUrl), {
    method: 'POST',
    headers: { 'x-sandbox-token': FAULT_TOKEN, 'content-type': 'text/csv' },
    body: csv,
  })
  return { status: answer.status, body: await answer.json() }
}

describe('a file of places', () => {
  test('is found by code and by name, quoted to, and still there after a restart', async () => {
    const row = 'mx,66603,Apodaca Norte,Nuevo León,Apodaca,25.8112,-100.1871'
    expect(await imported('/places', `${HEAD}\n${row}\nUS,60608,Chicago Heights,IL,Cook,41.85,-87.67\n`)).toEqual({
      status: 201,
      body: { taken: 2 },
    })
    for (const isRestarted of [false, true]) {
      if (isRestarted) await service.restart()
      for (const term of ['66603', 'apodaca nor']) {
        expect((await service.get(`/location/search/MX/${term}`)).body).toMatchObject({
          data: [{ zip: '66603', city: 'APODACA NORTE', state: 'NLE', country: 'MX', lat: 25.8112 }],
          total: 1,
        })
      }
      expect((await service.get('/location/search/US/60608')).body).toMatchObject({
        data: [{ city: 'CHICAGO HEIGHTS' }],
        total: 1,
      })
    }
    const { originAddress } = palletRequest()
    const request = palletRequest({ originAddress: { ...originAddress, city: 'Chicago Heights' } })
    expect((await service.post('/quote', request)).body).toMatchObject({
      data: { warnings: expect.not.arrayContaining([expect.stringContaining('the post knows')]) },
    })
  })

  test('with wrong lines is refused whole, and each is named', async () => {
    const csv = [
      HEAD,
      'FR,75001,Paris,IDF,,48,2',
      'MX,1,Uno,NLE,,25,-100',
      'MX,66604,Dos,XX,,25,-100',
      'MX,66605,Tres,NLE,,95,x',
    ]
    const { status, body } = await imported('/places', csv.join('\n'))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [
        { line: 2, message: 'country must be one of US, MX, CA' },
        { line: 3, message: '"1" is not a postal code of MX' },
        { line: 4, message: '"XX" is no state of MX' },
        { line: 5, message: 'lat must be at most 90' },
        { line: 5, message: 'lng must be a number of degrees' },
      ],
    })
    expect((await service.get('/location/search/MX/66604')).body).toMatchObject({ total: 0 })
    expect(await imported('/places', 'country,city\n')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('line 1: there is no column postal_code') },
    })
  })
})

describe('a file of SAT codes', () => {
  // As a spreadsheet writes it: a mark in front, columns in any order and some left out, cells in quotes.
  const CSV = '\uFEFFDescription_ES,sat_code,description_en\r\n"Nada ""de esto"", nada",01010101,None of it\r\n\r\n'

  test('can be taken while the service runs, in place of codes of the same number, and stays after a restart', async () => {
    expect(await imported('/sat-codes', CSV)).toEqual({ status: 201, body: { taken: 1 } })
    for (const isRestarted of [false, true]) {
      if (isRestarted) await service.restart()
      const { body } = await service.get('/sat-code/lookup/en/01010101')
      expect(body).toMatchObject({
        data: [{ sat_code: '01010101', description_es: 'Nada "de esto", nada', description_en: 'None of it' }],
      })
    }
  })

  test('with wrong lines is refused whole', async () => {
    const { status, body } = await imported('/sat-codes', 'sat_code,description_es\n123,Algo\n40151500,\n')
    const errors = [
      { line: 2, message: 'sat_code must be eight digits' },
      { line: 3, message: 'description_es is missing' },
    ]
    expect([status, body]).toMatchObject([400, { errors }])
  })
})

test('a file that cannot be read keeps the service from starting, with a sentence', () => {
  const file = join(tempDir(), 'places.csv')
  writeFileSync(file, 'a,"b')
  const read = () => readCsvFile(file, 'The places', (csv) => readCsv(csv))
  expect(read).toThrow(StartError)
  expect(() => readCsvFile(`${file}x`, 'The places', () => [])).toThrow('The places cannot be read: ENOENT')
})
