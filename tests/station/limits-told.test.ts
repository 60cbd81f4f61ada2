import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HEADERS_WITHIN_MS, MOST_HEADER_BYTES, MOST_HEADERS } from '../../src-main/kernel/net/http-host.ts'
import { INPUT_BOUNDS, MOST_ANSWER, MOST_ISSUES } from '../../src-main/app/command-bounds.ts'
import { MOST_AT_ONCE } from '../../src-main/control/caller.ts'
import { MOST_ANSWER_BYTES, MOST_LINE_BYTES, PATIENCE_MS } from '../../src-main/control/message.ts'
import { MOST_CALLERS } from '../../src-main/control/server.ts'
import { DEADLINE_MS } from '../../src-main/freight/http/transport.ts'
import * as host from '../../src-main/shell/browser/host.ts'
import { MOST_BODY_BYTES as MOST_COMMAND_BYTES } from '../../src-main/shell/browser/command-endpoint.ts'
import * as door from '../../src-main/shipments/webhooks/listener.ts'
import { commandFields } from '../support/command-fields.ts'

const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`
const kib = (bytes: number) => `${bytes / 1024} KiB`
const seconds = (ms: number) => `${ms / 1000} s`
const count = (value: number) => value.toLocaleString('en-US')

/** The table of docs/reliability.md, from what the code says. */
function table(): [what: string, most: string][] {
  const longest = commandFields().filter(({ command, kind }) => kind === 'list' && command !== 'endofday.close')
  const mostElements = Math.max(...longest.map(({ most }) => most ?? Infinity))
  return [
    ['values in a command', count(INPUT_BOUNDS.values)],
    ['levels in a command', count(INPUT_BOUNDS.depth)],
    ['characters in a command', mib(INPUT_BOUNDS.text)],
    ['elements of the longest list', count(mostElements)],
    ['reported faults of an input', count(MOST_ISSUES)],
    ['characters of an answer', mib(MOST_ANSWER)],
    ['line of the control socket', mib(MOST_LINE_BYTES)],
    ['answer of the control socket', mib(MOST_ANSWER_BYTES)],
    ['end of a line, reading of an answer', seconds(PATIENCE_MS)],
    ['callers of the control socket', count(MOST_CALLERS)],
    ['commands of one caller at a time', count(MOST_AT_ONCE)],
    ['headers of a request received', seconds(HEADERS_WITHIN_MS)],
    ['headers of a request', `${kib(MOST_HEADER_BYTES)}, ${count(MOST_HEADERS)} of them read`],
    ['connections to the webhook listener', `${door.CONNECTIONS.total}, ${door.CONNECTIONS.perAddress} per address`],
    ['a webhook', `${kib(door.MOST_BODY_BYTES)}, received within ${seconds(door.REQUEST_WITHIN_MS)}`],
    ['connections to the page’s host', count(host.CONNECTIONS.total)],
    [
      'a command to the page’s host',
      `${count(MOST_COMMAND_BYTES)} bytes, received within ${seconds(host.REQUEST_WITHIN_MS)}`,
    ],
    ['a call to the freight service', seconds(DEADLINE_MS)],
  ]
}

it('the limits that the documentation names are those of the code', () => {
  const text = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
  const section = text.split('## Hostile or clumsy callers')[1]?.split('\n## ')[0] ?? ''
  const reported = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()),
    )
  expect(reported).toEqual(table())
})
