import type { BatchForm } from '../../../../src-shared/station/batch/batch.ts'
import type { DateForm, NumberForm } from '../../../../src-shared/station/batch/batch-field.ts'

const MOST_SAMPLES = 3

/** The first values of a column that differ. */
export function samplesOf({ preview }: Pick<BatchForm, 'preview'>, column: number): string[] {
  const values = preview.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '')
  return [...new Set(values)].slice(0, MOST_SAMPLES)
}

const ORDERS: Record<DateForm, { pattern: RegExp; order: readonly [number, number, number] }> = {
  iso: { pattern: /^(\d{4})-(\d{2})-(\d{2})$/, order: [1, 2, 3] },
  mdy: { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: [3, 1, 2] },
  dmy: { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: [3, 2, 1] },
}

/** How the station will read a day, YYYY-MM-DD, to be shown before it does; null when it will refuse it. */
export function dayAs(text: string, form: DateForm): string | null {
  const { pattern, order } = ORDERS.iso.pattern.test(text) ? ORDERS.iso : ORDERS[form]
  const found = pattern.exec(text)
  const [year = 0, month = 0, day = 0] = order.map((group) => Number(found?.[group]))
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    found !== null && date.getUTCFullYear() === year && date.getUTCMonth() + 1 === month && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}

/** How the station will read a number; null when it will refuse it. */
export function numberAs(text: string, form: NumberForm): number | null {
  if (form === 'unsure') {
    const [point, comma] = [numberAs(text, 'point'), numberAs(text, 'comma')]
    return point === comma || comma === null ? point : point === null ? comma : null
  }
  const isPoint = form === 'point'
  const pattern = isPoint
    ? /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/
    : /^[+-]?(\d+|[1-9]\d{0,2}([.\u00a0\u2009\u202f ]\d{3})+)(,\d+)?$/
  if (!pattern.test(text)) return null
  const plain = isPoint ? text.replaceAll(',', '') : text.replaceAll(/[.\u00a0\u2009\u202f ]/g, '').replace(',', '.')
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** A sample in which it matters how numbers are written: one with a mark in it. */
export function askedNumber(samples: readonly string[]): string | undefined {
  return samples.find((sample) => /[.,]/.test(sample))
}

/** A cell that is a number either way, and not the same one: 1.234. */
export const couldBeEither = (text: string): boolean =>
  numberAs(text, 'unsure') === null && numberAs(text, 'point') !== null && numberAs(text, 'comma') !== null

/** A sample in which it matters how days are written: one that does not begin with the year. */
export function askedDay(samples: readonly string[]): string | undefined {
  return samples.find((sample) => !ORDERS.iso.pattern.test(sample))
}
