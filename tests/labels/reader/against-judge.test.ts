import { describe, expect, it } from 'vitest'
import { labelToSend } from '../../../src-labels/to-send.ts'
import { disagreements, type Judge } from './against-judge.ts'

const NAMES = { zpl: 'ZPL', epl: 'EPL' } as const
const printer = { dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const

/** What the station sends of a label, and how many it says come out. */
const validator: Judge = (bytes, language) => {
  const { inspection, bytes: sent } = labelToSend(bytes, { language: NAMES[language], ...printer })
  return { sent, copies: inspection.copies }
}

describe('the judge of labels', () => {
  it('lets no hidden command through, and agrees with the second reader on what shops print', () => {
    const found = disagreements(validator).map(
      ({ kind, language, name, commands, certain }) =>
        `${language} ${kind}: ${name}${certain ? '' : ' (in one reading)'} ${commands.join(' ')}`,
    )
    expect(found).toEqual([])
  })
})
