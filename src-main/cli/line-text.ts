import type { LineDoubtReason, LinePlace, ReadLine } from '../../src-shared/station/quote-line/line.ts'

const WHY: Record<LineDoubtReason, string> = {
  'each-or-total': 'each or all together? taken as each',
  'no-unit': 'a number without a unit',
  thousands: 'a point or a thousand?',
  'day-or-month': 'two days can be meant',
  'no-pickup': 'nobody picks up on that day',
  'several-parties': 'several entries of the address book fit',
  'several-cities': 'several cities have that name',
  'other-state': 'the postal code lies in another state',
  'other-end': 'that is not done at that end',
  misspelt: 'not a known word, but near one; not taken',
  twice: 'said before; not taken',
  unknown: 'not understood',
}

/** What a program reads of a line: doubts without their place in it, why in words. */
export function toldLine(said: ReadLine) {
  return { ...said, unclear: said.unclear.map(({ text, why, readings }) => ({ text, why: WHY[why], readings })) }
}

/** What a person reads of a line. */
export function describeLine({ origin, destination, cargo, accessorials, shipDate, unclear }: ReadLine): string[] {
  return [
    `from     ${placeText(origin)}`,
    `to       ${placeText(destination)}`,
    ...cargo.map(({ quantity, packaging, weight, length, width, height, description }) =>
      `cargo    ${quantity ?? '?'} ${packaging ?? ''} ${weight ?? '?'} lb each, ${[length, width, height].map((side) => side ?? '?').join(' x ')} in, ${description ?? '?'}`
        .replaceAll(/ +/g, ' ')
        .replace('cargo ', 'cargo    '),
    ),
    `extras   ${accessorials.join(', ') || 'none'}`,
    `pickup   ${shipDate ?? 'not said'}`,
    ...unclear.map(({ text, why, readings }) =>
      [`unclear  "${text}": ${WHY[why]}`, ...(readings.length > 0 ? [readings.join(' | ')] : [])].join(': '),
    ),
  ]
}

function placeText({ companyName, address1, city, state, postalCode, country }: LinePlace): string {
  const said = [companyName, address1, city, [state, postalCode].filter(Boolean).join(' '), country].filter(Boolean)
  return said.join(', ') || 'not said'
}
