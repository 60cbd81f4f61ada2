import type { CheckResult, ServiceCheck } from '../../src-shared/station/app/service-check.ts'
import { table } from './table.ts'

const WORDS: Record<CheckResult, string> = {
  works: 'works',
  differs: 'works differently',
  missing: 'missing',
  refused: 'refused',
  failed: 'FAILED',
  'not-tried': 'not tried',
}

/** A check of the service as lines of text: a row an endpoint, below it how it differs. */
export function checkTable({ baseUrl, endpoints, booked }: ServiceCheck): string[] {
  const rows = endpoints.flatMap(({ section, endpoint, result, details, requestId }) => {
    const [first = '', ...more] = [...details, ...(requestId === null ? [] : [`request ${requestId}`])]
    return [[section, endpoint, WORDS[result], first], ...more.map((detail) => ['', '', '', detail])]
  })
  return [
    `The freight service at ${baseUrl ?? '(not running)'}`,
    ...table(['section', 'endpoint', 'result', 'how'], rows),
    ...(booked === null ? [] : [bookedLine(booked)]),
  ]
}

function bookedLine({ shipmentId, isCancelled }: NonNullable<ServiceCheck['booked']>): string {
  return isCancelled
    ? `${shipmentId} was booked for this check and cancelled.`
    : `${shipmentId} was booked for this check and could NOT be cancelled: cancel it at the service.`
}
