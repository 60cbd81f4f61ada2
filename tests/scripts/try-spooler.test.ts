import { expect, onTestFinished, test } from 'vitest'
import { cups, trySpooler } from '../../scripts/try-spooler.ts'
import { hasCups, startCups } from '../support/cups-server.ts'

test.runIf(hasCups)(
  "a spooler is tried with a queue of its own: the label's bytes arrive, and a wrong name refuses",
  async () => {
    const server = await startCups()
    onTestFinished(() => server.close())
    const spooler = cups(server.server, (name, port) => server.addQueue(name, `socket://127.0.0.1:${port}`))
    expect(await trySpooler(spooler)).toContain('they arrived as they were sent')
    // One that takes labels and lists no queue is no spooler to trust.
    await expect(trySpooler({ ...spooler, names: async () => [] })).rejects.toThrow('not listed')
  },
)
