import { z } from 'zod'
import { CALL_FAMILIES } from '../../src-shared/freight/limits.ts'
import {
  minutesApart,
  type ServiceFactName,
  type ServiceProfile,
} from '../../src-shared/station/app/service-profile.ts'
import { formatQuirksOf } from '../freight/answer/format-quirks.ts'
import type { ServiceFacts } from '../shipments/service-facts.rows.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FreightLink } from './environment.ts'

export type ServiceProfiles = ReturnType<typeof createServiceProfiles>

/**
 * The facts learned of each service from its answers, by its environment's key. Where the format varies, the last
 * deviation from the interface is reported. It is for people, and for how the sync asks; nothing that sends or pays
 * reads it.
 */
export function createServiceProfiles(
  facts: ServiceFacts,
  link: () => FreightLink,
  clock: Clock,
  inBackground: (work: Promise<unknown>) => void,
) {
  /** As last learned here, so that an answer without news writes nothing. */
  const known = new Map<string, string>()

  function learn(service: string, fact: ServiceFactName, value: string): void {
    const name = `${service} ${fact}`
    const before = known.get(name)
    if (before === value || (before !== undefined && AS_SHOWN.has(value))) return
    known.set(name, value)
    inBackground(facts.learn(service, fact, value))
  }

  /** Unlike a manner, a clock that was wrong may be right again. */
  function hearClock(service: string, reported: string | null): void {
    const apartMs = Date.parse(reported ?? '') - clock.now().getTime()
    if (Number.isNaN(apartMs)) return
    const minutes = minutesApart(apartMs)
    const name = `${service} clock`
    const before = known.get(name)
    // A clock between two minutes is one or the other at each answer.
    if (before !== undefined && Math.abs(apartMs / MINUTE_MS - minutesOf(before)) < 1) return
    const value = minutes === 0 ? RIGHT : String(minutes)
    known.set(name, value)
    inBackground(facts.learn(service, 'clock', value))
  }

  return {
    /** A JSON answer as received, with its Date header. */
    heard: (service: string, answer: unknown, date: string | null): void => {
      hearClock(service, timeOf(answer) ?? date)
      const { envelope, dates, numbers, paging } = formatQuirksOf(answer)
      if (envelope) learn(service, 'envelope', envelope)
      if (dates) learn(service, 'dates', dates)
      if (numbers) learn(service, 'numbers', numbers)
      if (paging) learn(service, 'paging', paging)
    },

    heardLabels: (service: string, formats: readonly string[]): void => {
      const before = known.get(`${service} label-formats`)?.split(', ') ?? []
      const all = [...new Set([...before, ...formats])].toSorted()
      if (all.length > 0) learn(service, 'label-formats', all.join(', '))
    },

    heardSignature: (header: string): void => learn(link().key, 'signature-header', header),

    /** The known limits. */
    noteLimits: (): void => {
      const { key, client } = link()
      for (const { family, limit } of client.rateLimits()) {
        if (limit !== null && CALL_FAMILIES.includes(family)) learn(key, `limit-${family}`, String(limit))
      }
    },

    /** Minutes that the clock of the service in use is ahead of this machine's, or (below 0) behind; 0: they agree. */
    clockApart: async (): Promise<number> => minutesOf((await facts.get(link().key, 'clock'))?.value ?? RIGHT),

    read: async (): Promise<ServiceProfile> => {
      const { key } = link()
      return { service: key, facts: await facts.of(key) }
    },

    forget: async (): Promise<void> => {
      const { key } = link()
      for (const name of known.keys()) if (name.startsWith(`${key} `)) known.delete(name)
      await facts.forget(key)
    },
  }
}

/** As the interface shows it: no news after something else was seen. */
const AS_SHOWN = new Set(['full', 'iso', 'number', 'told'])
const RIGHT = 'right'
const MINUTE_MS = 60_000
const minutesOf = (value: string): number => (value === RIGHT ? 0 : Number(value))

const timedSchema = z.object({ meta: z.object({ timestamp: z.string() }) })

/** The service's time as its envelope names it: a header may come from a proxy in front of the service. */
const timeOf = (answer: unknown): string | null => timedSchema.safeParse(answer).data?.meta.timestamp ?? null
