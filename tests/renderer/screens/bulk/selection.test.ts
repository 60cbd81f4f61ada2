import { describe, expect, it } from 'vitest'
import { MOST_SELECTED, Selection } from '../../../../src-renderer/screens/bulk/selection.svelte.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, read: 1 }))
const rowAt = (index: number) => rows[index] ?? null
const selectionOf = () => new Selection<{ id: string; read: number }>(({ id }) => id)
const ids = (selection: ReturnType<typeof selectionOf>) => selection.rows.map(({ id }) => id)

describe('rows that are picked', () => {
  it('reach from the one picked last to this one, upwards as well', () => {
    const selection = selectionOf()
    selection.toggle({ id: 'c', read: 1 }, 2)
    selection.reach(0, rowAt)
    expect(ids(selection)).toEqual(['c', 'a', 'b'])
    selection.toggle({ id: 'a', read: 1 }, 0)
    expect(ids(selection)).toEqual(['c', 'b'])
  })

  it('are known by what they are, also when they were read again', () => {
    const selection = selectionOf()
    selection.toggle({ id: 'a', read: 1 }, 0)
    expect(selection.has({ id: 'a', read: 2 })).toBe(true)
    selection.toggle({ id: 'a', read: 2 }, 0)
    expect(selection.size).toBe(0)
  })

  it('are no more than one print list takes', () => {
    const selection = selectionOf()
    const many = Array.from({ length: MOST_SELECTED }, (_, at) => ({ id: `row ${at}`, read: 1 }))
    expect(selection.add(many)).toBe(true)
    expect(selection.add(many.slice(0, 3))).toBe(true)
    expect(selection.add([{ id: 'one more', read: 1 }])).toBe(false)
    expect(selection.size).toBe(MOST_SELECTED)
  })
})
