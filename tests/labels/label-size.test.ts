import { expect, test } from 'vitest'
import { labelSizeInDots } from '../../src-labels/label-size.ts'

test('a 4 by 6 inch label is as many dots as printers say', () => {
  const media = { widthIn: 4, heightIn: 6 }
  expect(labelSizeInDots(media, 203)).toEqual({ widthDots: 812, heightDots: 1218 })
  expect(labelSizeInDots(media, 300)).toEqual({ widthDots: 1218, heightDots: 1829 })
  expect(labelSizeInDots(media, 600)).toEqual({ widthDots: 2438, heightDots: 3658 })
})
