import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { usPostalCodes } from '../src-node/us-postal-codes.ts'
import { plainName } from '../src-shared/station/place-zone.ts'

/**
 * `node scripts/zone-towns.ts`: writes which postal codes and towns of the United States keep another time than most of their
 * state, from the counties that do (49 CFR part 71) and GeoNames' postal codes (CC BY 4.0).
 */
const EXCEPTIONS: readonly { state: string; zone: string; counties?: string; codes?: string; but?: string }[] = [
  { state: 'AK', zone: 'America/Adak', codes: '99546 99547' },
  // The Navajo Nation alone of its state has summer time.
  { state: 'AZ', zone: 'America/Denver', codes: '86033 86044 86045 86053 86054 86503 86504 86505 86515' },
  {
    ...{ state: 'FL', zone: 'America/Chicago', codes: '32465' },
    counties: 'Bay, Calhoun, Escambia, Holmes, Jackson, Okaloosa, Santa Rosa, Walton, Washington',
  },
  {
    ...{ state: 'ID', zone: 'America/Los_Angeles', but: '83547 83549 83671' },
    counties: 'Benewah, Bonner, Boundary, Clearwater, Idaho, Kootenai, Latah, Lewis, Nez Perce, Shoshone',
  },
  {
    ...{ state: 'IN', zone: 'America/Chicago' },
    counties: 'Gibson, Jasper, Lake, LaPorte, Newton, Perry, Porter, Posey, Spencer, Starke, Vanderburgh, Warrick',
  },
  { state: 'KS', zone: 'America/Denver', counties: 'Greeley, Hamilton, Sherman, Wallace' },
  {
    ...{ state: 'KY', zone: 'America/Chicago' },
    counties: [
      'Adair, Allen, Ballard, Barren, Breckinridge, Butler, Caldwell, Calloway, Carlisle, Christian, Clinton, Crittenden',
      'Cumberland, Daviess, Edmonson, Fulton, Graves, Grayson, Green, Hancock, Hart, Henderson, Hickman, Hopkins',
      'Livingston, Logan, Lyon, Marshall, McCracken, McLean, Metcalfe, Monroe, Muhlenberg, Ohio, Russell, Simpson',
      'Todd, Trigg, Union, Warren, Webster',
    ].join(', '),
  },
  { state: 'MI', zone: 'America/Chicago', counties: 'Dickinson, Gogebic, Iron, Menominee' },
  {
    ...{ state: 'ND', zone: 'America/Denver' },
    counties: 'Adams, Billings, Bowman, Dunn, Golden Valley, Grant, Hettinger, Slope, Stark',
  },
  {
    ...{ state: 'NE', zone: 'America/Denver', codes: '69211 69218' },
    counties: [
      'Arthur, Banner, Box Butte, Chase, Cheyenne, Dawes, Deuel, Dundy, Garden, Grant, Hooker, Keith, Kimball, Morrill',
      'Perkins, Scotts Bluff, Sheridan, Sioux',
    ].join(', '),
  },
  { state: 'NV', zone: 'America/Denver', codes: '89883' },
  { state: 'OR', zone: 'America/Denver', counties: 'Malheur' },
  {
    ...{ state: 'SD', zone: 'America/Denver' },
    counties: [
      'Bennett, Butte, Corson, Custer, Dewey, Fall River, Haakon, Harding, Jackson, Lawrence, Meade',
      'Oglala Lakota County, Pennington, Perkins, Ziebach',
    ].join(', '),
  },
  {
    ...{ state: 'TN', zone: 'America/New_York' },
    counties: [
      'Anderson, Blount, Bradley, Campbell, Carter, Claiborne, Cocke, Grainger, Greene, Hamblen, Hamilton, Hancock',
      'Hawkins, Jefferson, Johnson, Knox, Loudon, McMinn, Meigs, Monroe, Morgan, Polk, Rhea, Roane, Scott, Sevier',
      'Sullivan, Unicoi, Union, Washington',
    ].join(', '),
  },
  { state: 'TX', zone: 'America/Denver', counties: 'El Paso, Hudspeth' },
]

const all = [...usPostalCodes()].sort((a, b) => a.postalCode.localeCompare(b.postalCode))
const listed = (text: string | undefined, by: string) => new Set(text?.split(by))

const states = EXCEPTIONS.map(({ state, zone, counties, codes, but }) => {
  const [named, added, left] = [listed(counties, ', '), listed(codes, ' '), listed(but, ' ')]
  const inState = all.filter(({ stateCode }) => stateCode === state)
  const unknown = [...named].filter((name) => !inState.some(({ county }) => county === name))
  const missing = [...added, ...left].filter((code) => !inState.some(({ postalCode }) => postalCode === code))
  if (unknown.length + missing.length > 0) throw new Error(`not in ${state}: ${[...unknown, ...missing].join(', ')}`)
  const isOther = new Set(
    inState
      .filter(({ postalCode, county }) => added.has(postalCode) || (named.has(county) && !left.has(postalCode)))
      .map(({ postalCode }) => postalCode),
  )
  return { state, zone, codes: rangesOf(isOther), towns: townsOf(inState, isOther) }
})

/** Codes with no other between them as one range: "32401-32417 32420". */
function rangesOf(isOther: ReadonlySet<string>): string {
  const ranges: [string, string][] = []
  let isOpen = false
  for (const { postalCode } of all) {
    const last = ranges.at(-1)
    if (!isOther.has(postalCode)) isOpen = false
    else if (isOpen && last) last[1] = postalCode
    else {
      ranges.push([postalCode, postalCode])
      isOpen = true
    }
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ')
}

/** The towns of which most codes are in it. */
function townsOf(inState: typeof all, isOther: ReadonlySet<string>): string {
  const votes = new Map<string, number>()
  for (const { place, postalCode } of inState) {
    const name = plainName(place)
    votes.set(name, (votes.get(name) ?? 0) + (isOther.has(postalCode) ? 1 : -1))
  }
  return [...votes]
    .filter(([, vote]) => vote > 0)
    .map(([name]) => name)
    .sort()
    .join('|')
}

const file = join(import.meta.dirname, '../src-shared/station/zone-towns.ts')
const entry = ({ state, ...of }: (typeof states)[number]) =>
  `  ${state}: {\n${Object.entries(of)
    .map(([name, text]) => `    ${name}: ${JSON.stringify(text).replaceAll("'", "\\'").replaceAll('"', "'")},\n`)
    .join('')}  },\n`
writeFileSync(
  file,
  `/**
 * What of a US state keeps another time than most of it: postal codes ("from-to" or one, in order), and names of towns. Written
 * by \`node scripts/zone-towns.ts\` from the counties of 49 CFR part 71 and GeoNames' postal codes (CC BY 4.0).
 */
export const ZONE_TOWNS: Readonly<Record<string, { zone: string; codes: string; towns: string }>> = {
${states.map(entry).join('')}}
`,
)
console.log(`${states.length} states, ${states.reduce((sum, { towns }) => sum + towns.split('|').length, 0)} towns`)
