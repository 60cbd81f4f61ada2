/**
 * What tests draw by chance is the same in every run, so that a failure can be had again. `WAYBILL_SEED=WORD npm test` looks
 * at other cases, in properties, simulated days and rounds of chaos alike; what fails names its seed.
 */
const given = process.env['WAYBILL_SEED']

/** The seed of a test that has one of its own: that one, or one that is made of it and the run's. */
export const seedOf = (own: string): string => (given === undefined ? own : `${own}-${given}`)

/** The seed of every property. */
export const PROPERTY_SEED = given === undefined ? 20_260_101 : numberOf(given)

function numberOf(word: string): number {
  if (/^-?\d{1,9}$/.test(word)) return Number(word)
  let sum = 0
  for (const byte of Buffer.from(word)) sum = Math.imul(sum, 31) + byte
  return sum | 0
}
