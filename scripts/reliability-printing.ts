import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { brokenPromises, FAULT_CELLS, runFault, type FaultOutcome } from '../tests/support/printing-faults.ts'
import { projectRoot } from './project.ts'

/** `npm run reliability:printing`: runs every printer fault over every transport, and writes the table into the docs. */
const FILE = join(projectRoot, 'docs/reliability.md')
const [START, END] = ['<!-- printing -->', '<!-- /printing -->']

function row(outcome: FaultOutcome): string {
  const { transport, fault, jobs, paper, received } = outcome
  const states = jobs.map(({ state, proof, detail }) => {
    const why = proof?.kind ?? (state === 'SENT' ? detail : null)
    return why ? `${state} (${why})` : state
  })
  const broken = brokenPromises(outcome)
  const total = jobs.reduce((sum, { bytes }) => sum + bytes, 0)
  const cells = [
    transport,
    fault,
    [...new Set(states)].map((state) => `${states.filter((other) => other === state).length} x ${state}`).join(', '),
    received === null ? 'not seen' : `${Math.round((100 * received) / total)} %`,
    paper === null ? 'not seen' : paper.join(' '),
    broken.length === 0 ? 'kept' : `BROKEN: ${broken.join('; ')}`,
  ]
  return `| ${cells.join(' | ')} |`
}

programArguments(
  `npm run reliability:printing: sends labels into every printer fault, and writes the table in docs/reliability.md`,
  z.object({}),
)
const rows: string[] = []
for (const cell of FAULT_CELLS) {
  const line = row(await runFault(...cell))
  console.log(line)
  rows.push(line)
}
const section = `${START}

## Printing

Three labels are sent at once, with one fault. Kept means: no label printed twice, none is PRINTED without proof, the printer
received the stored bytes, and no job was lost. Written by \`npm run reliability:printing\`.

| way | fault | jobs | bytes accepted | prints of each label | guarantees |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

${END}`
const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# What happens when something goes wrong\n'
const from = before.indexOf(START)
const to = before.indexOf(END)
const after =
  from >= 0 && to > from
    ? before.slice(0, from) + section + before.slice(to + END.length)
    : `${before.trimEnd()}\n\n${section}\n`
writeFileSync(FILE, await format(after, { ...(await resolveConfig(FILE)), parser: 'markdown' }))
if (rows.some((line) => line.includes('BROKEN'))) process.exitCode = 1
