import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'

const { flags } = programArguments(
  `node scripts/postal-codes.ts --file US.txt

Writes src-node/us-postal-codes.txt, state by state, from US.txt of GeoNames' postal codes
(https://download.geonames.org/export/zip/US.zip, CC BY 4.0).`,
  z.object({ file: z.string('--file must name US.txt') }),
)

const states = new Map<string, string[]>()
for (const line of readFileSync(flags.file, 'utf8').split('\n')) {
  const [, postalCode, place, stateName = '', stateCode = '', county = '', , , , lat = '', lng = ''] = line.split('\t')
  if (!postalCode || !place) continue
  const head = `${stateCode}\t${stateName}`
  const codes = states.get(head) ?? []
  states.set(head, codes)
  codes.push([postalCode, place, county, lat, lng].join('\t'))
}
const lines = [...states].flatMap(([head, codes]) => [head, ...codes])
writeFileSync(join(import.meta.dirname, '../src-node/us-postal-codes.txt'), `${lines.join('\n')}\n`)
console.log(`${lines.length - states.size} postal codes of ${states.size - 1} states`)
