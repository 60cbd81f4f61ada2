import { describe, expect, it } from 'vitest'
import { pieceCodesOf } from '../../src-main/packing/piece-codes.ts'

describe('the codes of pieces', () => {
  it('are what each label has and no other', () => {
    const read = [
      ['TRK', 'TRK-A', 'PRO'],
      ['TRK', 'PRO', 'TRK-B'],
    ]
    expect(pieceCodesOf(read, 2)).toEqual(['TRK-A', 'TRK-B'])
  })

  it('are none where two labels are the same, or are not one for each piece', () => {
    expect(pieceCodesOf([['TRK'], ['TRK']], 2)).toEqual([])
    expect(pieceCodesOf([['TRK', 'A'], ['TRK']], 2)).toEqual([])
    expect(pieceCodesOf([['TRK', 'A']], 2)).toEqual([])
    expect(pieceCodesOf([], null)).toEqual([])
  })
})
