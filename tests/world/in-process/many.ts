import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { stepsNeverTaken } from '../judge/coverage.ts'
import { whyNever } from '../judge/never.ts'
import { MUTANTS } from '../mutant/mutants.ts'
import { detailSchema, resultSchema } from './telling/result.ts'

/** What a world in a process of its own came to; null: it ended without a result. */
type Apart = (z.infer<typeof resultSchema> & z.infer<typeof detailSchema>) | null

async function worldApart(args: readonly string[]): Promise<Apart> {
  const child = fork(join(import.meta.dirname, 'run.ts'), [...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let out = ''
  child.stdout?.on('data', (piece: Buffer) => (out += piece.toString()))
  child.stderr?.on('data', (piece: Buffer) => (out += piece.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  const [detail = '', result = ''] = out.trim().split('\n').slice(-2)
  if (!result.startsWith('{"seed"')) {
    console.log(`${args.join(' ')}: ${out.trim().slice(-600)}`)
    return null
  }
  return { ...detailSchema.parse(JSON.parse(detail)), ...resultSchema.parse(JSON.parse(result)) }
}

/** New seeds, as many at a time as there are cores. */
export async function explore(seed: string, minutes: number, days: number, stations: number): Promise<void> {
  const end = performance.now() + minutes * 60_000
  const sums = new Map<string, number>()
  let worlds = 0
  let nth = 0
  const failed: string[] = []
  const lane = async () => {
    while (performance.now() < end) {
      const mine = `${seed}-${(nth += 1)}`
      const result = await worldApart(['--seed', mine, '--days', String(days), '--stations', String(stations)])
      worlds += 1
      if (result === null || result.violations > 0) failed.push(mine)
      for (const [name, times] of Object.entries(result?.tally ?? {})) sums.set(name, (sums.get(name) ?? 0) + times)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  for (const [name, times] of [...sums].sort()) console.log(`${String(times).padStart(8)} ${name}`)
  for (const step of stepsNeverTaken(new Set(sums.keys()))) console.log(`   never ${step}${because(whyNever(step))}`)
  console.log(JSON.stringify({ seed, days, stations, worlds, violations: failed.length, failed }))
  if (failed.length > 0) process.exitCode = 1
}

/** In which world of its scene each fault that is put into the code on purpose is found. */
export async function huntMutants(most: number): Promise<void> {
  const missed: string[] = []
  const waiting = MUTANTS.flatMap(({ name, scene }) => (scene === null ? [] : [{ name, scene }]))
  const mutants = waiting.length
  const lane = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const { name, scene } = mutant
      let found = 0
      for (let nth = 1; nth <= most && found === 0; nth += 1) {
        const result = await worldApart(['--mutant', name, '--seed', `mutant-${nth}`, '--scene', scene])
        if (result !== null && result.violations === 0) continue
        found = nth
        console.log(`${name}: found in world ${nth} (${result === null ? 'it did not end' : result.rules.join(', ')})`)
      }
      if (found > 0) continue
      missed.push(name)
      console.log(`${name}: NOT found in ${most} worlds`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  console.log(JSON.stringify({ mutants, missed }))
  if (missed.length > 0) process.exitCode = 1
}

const because = (why: string | null): string => (why === null ? '' : `: ${why}`)
