import type { CheckResult, ServiceCheck } from '../../src-shared/station/app/service-check.ts'
import { apartText, minutesApart } from '../../src-shared/station/app/service-profile.ts'
import { table } from './table.ts'

const WORDS: Record<CheckResult, string> = {
  works: 'works',
  differs: 'works differently',
  missing: 'missing',
  refused: 'refused',
  uncertain: 'UNCERTAIN',
  failed: 'FAILED',
  'not-tried': 'not tried',
}

/** A check of the service as lines of text: a row an endpoint, below it how it differs. */
export function checkTable({ baseUrl, clockApartMs, endpoints, booked }: ServiceCheck): string[] {
  const rows = endpoints.flatMap(({ section, endpoint, result, details, requestId }) => {
    const [first = '', ...more] = [...details, ...(requestId === null ? [] : [`request ${requestId}`])]
    return [[section, endpoint, WORDS[result], first], ...more.map((detail) => ['', '', '', detail])]
  })
  return [
    `The freight service at ${baseUrl ?? '(not running)'}`,
    ...(minutesApart(clockApartMs ?? 0) === 0 ? [] : [clockLine(minutesApart(clockApartMs ?? 0))]),
    ...table(['section', 'endpoint', 'result', 'how'], rows),
    ...(booked === null ? [] : [bookedLine(booked)]),
  ]
}

function clockLine(minutes: number): string {
  return `Its clock is ${apartText(minutes)} ${minutes > 0 ? 'ahead of' : 'behind'} this machine's: one of them is wrong; check the date here first.`
}

function bookedLine({ shipmentId, isCancelled }: NonNullable<ServiceCheck['booked']>): string {
  if (isCancelled === null) {
    return `${shipmentId} was booked for this check, and nobody knows whether it was cancelled: look at the service.`
  }
  return isCancelled
    ? `${shipmentId} was booked for this check and cancelled.`
    : `${shipmentId} was booked for this check and could NOT be cancelled: cancel it at the service.`
}
