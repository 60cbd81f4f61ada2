import { readFileSync } from 'node:fs'

/** A US postal code and its post office. */
export interface UsPostalCode {
  postalCode: string
  place: string
  /** Empty for military mail. */
  stateName: string
  stateCode: string
  county: string
  /** Degrees, as written. */
  lat: string
  lng: string
}

/**
 * GeoNames' US postal codes (CC BY 4.0), as scripts/postal-codes.ts writes them: a line for each state, "AK<tab>Alaska", and below it
 * a line for each code, "99553<tab>Akutan<tab>Aleutians East<tab>54.143<tab>-165.7854". Military mail is below an empty state.
 */
const FILE = new URL('./us-postal-codes.txt', import.meta.url)

/** All of them, state by state. */
export function* usPostalCodes(): Generator<UsPostalCode> {
  let [stateCode, stateName] = ['', '']
  for (const line of linesOf(readFileSync(FILE))) {
    const [first = '', second = '', county, lat = '', lng = ''] = line.split('\t')
    if (county === undefined) [stateCode, stateName] = [first, second]
    else yield { postalCode: first, place: second, stateName, stateCode, county, lat, lng }
  }
}

/** Looks up the post office of single codes; null: unknown. The list is read for the first one. */
export function usPostOffices(): (postalCode: string) => string | null {
  let file: Buffer | null = null
  return (postalCode) => {
    file ??= readFileSync(FILE)
    const code = `\n${postalCode}\t`
    const at = file.indexOf(code)
    if (at < 0) return null
    const from = at + code.length
    return file.toString('utf8', from, file.indexOf('\t', from)) || null
  }
}

/** One line after the other: the text of 41,000 is made piece by piece, and none of it is kept. */
function* linesOf(file: Buffer): Generator<string> {
  for (let from = 0; from < file.length;) {
    const end = file.indexOf(0x0a, from)
    const to = end < 0 ? file.length : end
    yield file.toString('utf8', from, to)
    from = to + 1
  }
}
