import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { errorFacts } from '../../src-node/log/error-facts.ts'
import { createLog, type LogLine } from '../../src-node/log/log.ts'
import { logWhatIsSaid } from '../../src-node/log/said.ts'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { TEST_START } from '../support/running-clock.ts'
import { until } from '../support/until.ts'

function memory() {
  const lines: LogLine[] = []
  const log = createLog({ level: () => 'debug', now: () => new Date(TEST_START), write: (line) => lines.push(line) })
  return { lines, log }
}

function said(text: string): LogLine[] {
  const { lines, log } = memory()
  const stream = new PassThrough()
  logWhatIsSaid(stream, log)
  stream.write(text)
  return lines
}

it('a line of the embedded service keeps its request id and its error', () => {
  const line = {
    level: 'error',
    what: 'fault',
    requestId: 'req_7',
    error: { name: 'TypeError', at: ['x (src-sandbox/a.ts:1:2)'] },
  }
  expect(said(`${JSON.stringify({ at: TEST_START, ...line })}\n`)).toMatchObject([line])
})

it('of what a program says otherwise only names, frames and last words are kept', () => {
  const [line] = said(
    'Jane Roe, 12 Elm Street\nTypeError: Jane is bad\n    at go (file:///home/jane/src-main/app/x.ts:1:2)\n',
  )
  expect(line).toMatchObject({
    what: 'said on stderr',
    error: { name: 'TypeError', at: ['go (src-main/app/x.ts:1:2)'] },
  })
  expect(JSON.stringify(line)).not.toMatch(/Jane|jane|Elm/)
  const [dying] = said('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n')
  expect(JSON.stringify(dying)).toContain('heap')
})

it('a line that only looks like one of a log gets no text in', () => {
  const forged = {
    level: 'error',
    what: 'Jane Roe',
    error: { name: 'Error', said: 'Elm Street', at: ['12 Elm Street'] },
  }
  expect(JSON.stringify(said(`${JSON.stringify(forged)}\n`))).not.toMatch(/Jane|Elm/)
})

it('an error whose message looks like a stack gets none of it in', () => {
  const error = new Error('lost\n    at Jane (src-main/12-Elm-Street.ts:1:1)')
  expect(JSON.stringify(errorFacts(error))).not.toMatch(/Jane|Elm/)
  expect(errorFacts(error).at?.[0]).toMatch(/tests\/kernel\/said\.test\.ts:\d+:\d+/)
  expect(errorFacts(new TypeError("Cannot read properties of undefined (reading 'x')")).said).toContain('undefined')
  expect(errorFacts(new RangeError('Jane is too long for a symbol')).said).toBeUndefined()
})

it('what a thread says on its stderr is in the log of who started it', async () => {
  const { lines, log } = memory()
  const source = "setTimeout(() => console.error('TypeError: Jane\\n    at a (src-main/b.ts:1:2)'), 0)"
  const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const thread = inRuntime({ ...runtime(), log }, () => runtime().processes.thread(module, { log }))
  thread.ref()
  onTestFinished(async () => void (await thread.terminate()))
  await until('a line', async () => lines[0] ?? null)
  expect(lines[0]).toMatchObject({ source: 'thread', error: { name: 'TypeError' } })
  expect(JSON.stringify(lines)).not.toContain('Jane')
})
