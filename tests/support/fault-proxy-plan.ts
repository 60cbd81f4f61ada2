import { seeded } from './seeded.ts'

/** What a network, a proxy on the way or the service's front may do to one call. */
export const FAULT_KINDS = [
  /** The connection is closed before the request is passed on. */
  'cut-before',
  /** The request is passed on and carried out; the connection is closed instead of an answer. */
  'cut-after',
  /** Half of the answer comes, then the connection is closed. */
  'truncated',
  /** The answer comes when the caller's deadline is over. */
  'late',
  /** The answer comes in small pieces, sometimes in time. */
  'trickle',
  /** A 5xx page that is not in the interface's form. */
  'server-error',
  /** The interface's envelope with PROVIDER_ERROR. */
  'provider-error',
  /** 429 with Retry-After, in seconds or as a date. */
  'rate-limited',
  /** Bytes that are no JSON, with status 200. */
  'garbage',
  /** Good JSON with status 200 that is not what the interface describes. */
  'wrong-shape',
  /** A redirect to another server, which counts who brings the key along. */
  'redirect',
  /** The door is shut when this call has been answered: who connects in the next moments is refused. */
  'shut',
  /** A proxy on the way passes the request on twice, and the answer is lost. */
  'copied',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  kind: FaultKind
  /** The request reaches the service and is carried out, although the caller is not told so. */
  isCarriedOut: boolean
  /** 0 <= x < 1, for whatever a kind still has to choose: how late, which status. */
  size: number
}

/** Calls of one family are counted together: a look-up more or less moves no fault of a booking. */
export type CallFamily = 'book' | 'change' | 'look' | 'other'

export type FaultPlan = (family: CallFamily, count: number) => Fault | null

/** Only what the service surely did not carry out may be answered so; else it would be the service that lies. */
const NEVER_CARRIED_OUT: readonly FaultKind[] = ['cut-before', 'rate-limited']
const ALWAYS_CARRIED_OUT: readonly FaultKind[] = ['cut-after', 'truncated', 'late', 'trickle', 'shut', 'copied']

const WEIGHTS: Record<CallFamily, Partial<Record<FaultKind | 'none', number>>> = {
  book: {
    none: 38,
    'cut-before': 6,
    'cut-after': 8,
    truncated: 6,
    late: 5,
    trickle: 4,
    'server-error': 6,
    'provider-error': 5,
    'rate-limited': 5,
    garbage: 4,
    'wrong-shape': 4,
    redirect: 3,
    shut: 4,
    copied: 2,
  },
  change: {
    none: 55,
    'cut-before': 6,
    'cut-after': 8,
    truncated: 5,
    late: 4,
    'server-error': 6,
    'provider-error': 3,
    'rate-limited': 3,
    garbage: 3,
    'wrong-shape': 3,
    redirect: 2,
    copied: 2,
  },
  look: {
    none: 76,
    'cut-before': 3,
    'cut-after': 2,
    truncated: 3,
    late: 2,
    'server-error': 3,
    'provider-error': 2,
    'rate-limited': 2,
    garbage: 2,
    'wrong-shape': 3,
    redirect: 2,
  },
  other: { none: 90, 'cut-after': 2, 'server-error': 2, garbage: 2, late: 1, redirect: 1, 'wrong-shape': 2 },
}

/** The faults of a seed: which call of a family meets what depends on the seed and the call's number alone. */
export function plannedFaults(seed: string | number): FaultPlan {
  return (family, count) => {
    const random = seeded(seed, family, count)
    const kind = random.pick(WEIGHTS[family])
    const isCarriedOut = random.chance(0.5)
    const size = random.next()
    return kind === 'none' ? null : faultOf(kind, isCarriedOut, size)
  }
}

/** A fault of this kind; where the kind leaves no choice, `isCarriedOut` is what the kind says. */
export function faultOf(kind: FaultKind, isCarriedOut = true, size = 0.5): Fault {
  if (NEVER_CARRIED_OUT.includes(kind)) return { kind, isCarriedOut: false, size }
  return { kind, isCarriedOut: isCarriedOut || ALWAYS_CARRIED_OUT.includes(kind), size }
}
