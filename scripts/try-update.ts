import { createReadStream, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommandOf, type RunCommand } from '../src-main/app/run-command.ts'
import { signFeed } from './sign-feed.ts'
import { answering, startProgram } from './try-installed.ts'

/**
 * `node scripts/try-update.ts FEED PROGRAM [ARGUMENTS]`: an older Waybill finds the version in the folder FEED, loads it,
 * installs it when told to, and the newer one comes up on the same records. Ends with 1 at the first step that fails.
 */

const LOADS_WITHIN_MS = 5 * 60_000

/** A feed as a company hosts it, on this machine: the folder's files over HTTP. */
async function serveFeed(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer(({ url = '' }, answer) => {
    const name = basename(decodeURIComponent(url.split('?', 1)[0] ?? ''))
    if (!readdirSync(folder).includes(name)) return answer.writeHead(404).end()
    const file = join(folder, name)
    answer.writeHead(200, { 'content-length': statSync(file).size })
    return createReadStream(file).pipe(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the feed has no port')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

const updatesOf = async (run: RunCommand) => (await run('desktop.state', {})).desktop?.updates

async function ready(run: RunCommand): Promise<string> {
  await run('desktop.checkUpdates', {})
  for (const giveUpAt = performance.now() + LOADS_WITHIN_MS; performance.now() < giveUpAt; await sleep(500)) {
    const now = await updatesOf(run)
    if (now?.kind === 'ready') return now.version
    if (now?.kind !== 'checking' && now?.kind !== 'loading') throw new Error(`no update: ${JSON.stringify(now)}`)
  }
  throw new Error('the newer version was not loaded in time')
}

/** Each step in turn; `say` is told of those that are done. @throws Error of the first that fails */
export async function tryUpdate(
  feedFolder: string,
  program: readonly string[],
  dataDir: string,
  say: (line: string) => void,
  env = process.env,
): Promise<void> {
  const publicKey = signFeed(join(mkdtempSync(join(tmpdir(), 'waybill-key-')), 'key.pem'), feedFolder)
  const feed = await serveFeed(feedFolder)
  const older = startProgram(program, ['--data', dataDir], env)
  try {
    const before = await answering(dataDir)
    const run = runCommandOf(before)
    await run('settings.update', { updates: { feedUrl: feed.url, publicKey } })
    say(`finds and loads ${await ready(run)}`)
    await run('desktop.installUpdate', {})
    before.close()
    await older.ended
    say('ends, and installs it')

    const after = await answering(dataDir)
    const runAfter = runCommandOf(after)
    await runAfter('desktop.checkUpdates', {})
    const now = await updatesOf(runAfter)
    // Without the records of before it would know of no feed.
    if (now?.kind !== 'current') throw new Error(`the newer version is not the one that runs: ${JSON.stringify(now)}`)
    say('the newer one comes up, on the same records')
    after.close()
  } finally {
    feed.close()
    older.child.kill()
  }
}

if (import.meta.main) {
  const [feedFolder, ...program] = process.argv.slice(2)
  if (feedFolder === undefined || program.length === 0) throw new Error('usage: try-update.ts FEED PROGRAM [ARGUMENTS]')
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-try-'))
  try {
    await tryUpdate(feedFolder, program, dataDir, (line) => console.log(`ok ${line}`))
    // The newer one is nobody's child here, and may go on.
    process.exit(0)
  } catch (error) {
    console.error(`failed: ${error instanceof Error ? error.message : String(error)}; its records are in ${dataDir}`)
    process.exit(1)
  }
}
