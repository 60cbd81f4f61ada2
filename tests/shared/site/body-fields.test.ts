import { describe, expect, it } from 'vitest'
import fc from '../../support/fast-check.ts'
import { differingPaths, pickedFields } from '../../../src-shared/station/site/body-fields.ts'

const leaf = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer(),
  fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
)
const name = fc.constantFrom('a', 'b', 'c')
const body = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf, { minKeys: 1 })))

describe('fields of two edits of a record', () => {
  it('are named by path, down to what is told otherwise', () => {
    const mine = { name: 'Globex', address: { city: 'Chicago', phone: '1' }, roles: ['consignee'] }
    const theirs = { name: 'Globex', address: { city: 'Cicero' }, roles: ['consignee'] }
    expect(differingPaths(mine, theirs).toSorted()).toEqual(['address.city', 'address.phone'])
    expect(pickedFields(mine, theirs, ['address.city'])).toEqual({ ...mine, address: { city: 'Cicero', phone: '1' } })
    expect(pickedFields(mine, theirs, ['address.phone'])).toEqual({ ...mine, address: { city: 'Chicago' } })
  })

  it('taken all from one make that one, and none of them leave the other as it is', () => {
    fc.assert(
      fc.property(body, body, (mine, theirs) => {
        const paths = differingPaths(mine, theirs)
        expect(differingPaths(pickedFields(mine, theirs, paths), theirs)).toEqual([])
        expect(pickedFields(mine, theirs, [])).toEqual(mine)
        expect(differingPaths(mine, mine)).toEqual([])
      }),
    )
  })
})
