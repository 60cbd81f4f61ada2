// The rules that each of these projects breaks, as JSON: node cruise-each.ts FOLDER... A program of its own, because the
// rules see files as they are named from the folder that the process stands in.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const broken: string[][] = []
for (const folder of process.argv.slice(2)) {
  process.chdir(folder)
  const options = await extractDepcruiseOptions(resolve('.dependency-cruiser.cjs'))
  const rooms = readdirSync('.').filter((name) => name.startsWith('src-'))
  const { output } = await cruise(rooms, options, {}, { tsConfig: extractTSConfig(resolve('tsconfig.json')) })
  if (typeof output === 'string') throw new Error(output)
  const rules = output.summary.violations.map(({ rule }) => rule.name)
  broken.push([...new Set(rules)].sort())
}
console.log(JSON.stringify(broken))
