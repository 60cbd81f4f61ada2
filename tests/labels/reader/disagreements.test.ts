import { describe, expect, test } from 'vitest'
import { disagreements, type Judge } from './against-judge.ts'
import { CORPUS } from './corpus.ts'
import { EPL_WAYS, ZPL_WAYS } from './hide.ts'
import { readAsPrinter } from './index.ts'

const lets: Judge = (bytes, language) => ({ sent: bytes, copies: readAsPrinter(bytes, language).copies })
const refuses: Judge = () => ({ sent: null, copies: 0 })
const countsOne: Judge = (bytes) => ({ sent: bytes, copies: 1 })

/** Ways to hide nothing but a number of copies: no harm where somebody counts them. */
const isCount = (way: string) => /quantity|copies|many (labels|prints)/.test(way)

describe('the comparison of a judge with the second reader', () => {
  test('names every way to hide a command to a judge that lets everything through', () => {
    const names = disagreements(lets)
      .filter(({ kind }) => kind === 'hidden command let through')
      .map(({ language, name }) => `${language} ${name}`)
    const ways = [...ZPL_WAYS.map(({ way }) => `zpl ${way}`), ...EPL_WAYS.map(({ way }) => `epl ${way}`)].filter(
      (way) => !isCount(way),
    )
    expect(ways.filter((way) => !names.includes(way))).toEqual([])
  })

  test('names every hidden quantity to a judge that believes in one copy', () => {
    const names = new Set(disagreements(countsOne).map(({ name }) => name))
    for (const { way } of [...ZPL_WAYS, ...EPL_WAYS])
      if (isCount(way)) expect([way, names.has(way)]).toEqual([way, true])
  })

  test('names every label that a shop needs to a judge that refuses everything', () => {
    expect(disagreements(refuses).map(({ kind, name }) => [kind, name])).toEqual(
      CORPUS.filter(({ expected }) => expected !== 'refused').map(({ name }) => ['refused', name]),
    )
  })
})
