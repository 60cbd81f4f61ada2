import type { Rule } from '../judge/violation.ts'
import type { Plan, PlannedAct } from './plan.ts'

/** Which rules a plan breaks; empty: none. */
export type Trial = (plan: Plan) => Promise<readonly Rule[]>

export interface Shrunk {
  plan: Plan
  /** Worlds that were lived to find it. */
  trials: number
}

/**
 * The least of a plan that still breaks the same rule: whole days first, then halves, quarters ... of what is left, then
 * single acts (delta debugging, Zeller 1999). Each act has its randomness of its own, so that one left out changes no other.
 */
export async function shrink(plan: Plan, rule: Rule, tryOut: Trial, mostTrials = 120): Promise<Shrunk> {
  let trials = 0
  const breaks = async (acts: PlannedAct[], days: number) => {
    trials += 1
    return (await tryOut({ ...plan, ...hours, acts, days })).includes(rule)
  }
  let { acts, days } = plan
  let hours: Pick<Plan, 'opens' | 'closes' | 'peaceMinutes'> = {
    opens: plan.opens,
    closes: plan.closes,
    peaceMinutes: plan.peaceMinutes,
  }
  // A short peace first, for it makes every later world a quick one.
  for (const peaceMinutes of [20, 60]) {
    const longer = hours
    hours = { ...hours, peaceMinutes }
    if (await breaks(acts, days)) break
    hours = longer
  }
  // Fewer days: what comes later may not matter.
  while (days > 1 && trials < mostTrials) {
    const fewer = Math.max(1, Math.floor(days / 2))
    const kept = acts.filter(({ at }) => at < fewer * 86_400_000)
    if (!(await breaks(kept, fewer))) break
    acts = kept
    days = fewer
  }
  for (
    let size = Math.ceil(acts.length / 2);
    size >= 1 && trials < mostTrials;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < acts.length && trials < mostTrials;) {
      const without = [...acts.slice(0, from), ...acts.slice(from + size)]
      if (await breaks(without, days)) acts = without
      else from += size
    }
  }
  const [first, last] = [acts[0], acts.at(-1)]
  if (days === 1 && first && last) {
    // Nothing before the first act, and soon peace after the last.
    const before = hours
    hours = { ...hours, opens: hourBefore(first.at), closes: hourBefore(last.at) + 1 }
    if (!(await breaks(acts, days))) hours = before
  }
  return { plan: { ...plan, ...hours, acts, days }, trials }
}

/** Some minutes before that moment, in hours of its midnight. */
const hourBefore = (ms: number): number => Math.floor((ms % 86_400_000) / 360_000 - 1) / 10
