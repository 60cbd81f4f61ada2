#!/usr/bin/env node
// `npx waybill`: runs the command line on the Node.js that the packages bring, whatever Node.js started this.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const setup = join(root, 'scripts', 'setup.mjs')
if (existsSync(setup)) {
  // What it says is no result of the command: standard output belongs to that.
  const { status } = spawnSync(process.execPath, [setup], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

const brought = ['node', 'node.exe'].map((name) => join(root, 'node_modules', 'node', 'bin', name)).find(existsSync)
const source = join(root, 'src-main', 'cli', 'waybill.ts')
const program = existsSync(source) ? source : join(root, 'out', 'src-main', 'cli', 'waybill.js')
const child = spawn(brought ?? process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
// A terminal sends Ctrl-C to both; this process waits for the other, which ends cleanly.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.once('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
})
child.once('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1
})
