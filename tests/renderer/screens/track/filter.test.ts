import { expect, test } from 'vitest'
import { EVERYTHING, readFilter, readSaved, searchOf } from '../../../../src-renderer/screens/track/board/filter.ts'
import { withSaved } from '../../../../src-renderer/ui/grid/saved.ts'

test('each tile asks the station for what it counts', () => {
  expect(searchOf({ ...EVERYTHING, narrow: 'late' })).toEqual({ text: '', late: true })
  expect(searchOf({ ...EVERYTHING, narrow: 'code:006', provider: 'NORTHLINE' })).toEqual({
    text: '',
    exceptionCode: '006',
    provider: 'NORTHLINE',
  })
  expect(searchOf({ ...EVERYTHING, text: ' laredo ', narrow: 'status:EXCEPTION' })).toEqual({
    text: 'laredo',
    status: 'EXCEPTION',
  })
})

test('a filter that was kept is read again, and what makes no sense any more is left out', () => {
  const filter = { text: 'x', narrow: 'code:003', provider: 'P', sort: 'carrier', isReversed: true }
  expect(readFilter(JSON.parse(JSON.stringify(filter)))).toEqual(filter)
  expect(readFilter({ text: 7, narrow: 'status:LOST', provider: '', sort: 'colour', isReversed: 1 })).toEqual(
    EVERYTHING,
  )
  expect(readFilter(null)).toEqual(EVERYTHING)
  expect(readSaved([{ name: 'A', filter }, { name: ' ' }, 3])).toEqual([{ name: 'A', filter }])
  expect(readSaved([{ name: 'B', filter, columns: ['weight', 'colour', 'status'] }])).toEqual([
    { name: 'B', filter, columns: ['status', 'weight'] },
  ])
})

test('a filter saved under a name that is taken takes its place, in the order of names', () => {
  const late = { ...EVERYTHING, narrow: 'late' as const }
  const saved = withSaved([{ name: 'Laredo', filter: EVERYTHING }], { name: ' Atlanta ', filter: late })
  expect(saved.map(({ name }) => name)).toEqual(['Atlanta', 'Laredo'])
  expect(withSaved(saved, { name: 'laredo', filter: late })).toEqual([
    { name: 'Atlanta', filter: late },
    { name: 'laredo', filter: late },
  ])
})
