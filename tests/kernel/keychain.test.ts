import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../support/temp-dir.ts'

const has = (program: string) => spawnSync('which', [program]).status === 0
const missing = ['dbus-run-session', 'gnome-keyring-daemon', 'gdbus'].filter((program) => !has(program))

describe('API keys in the OS keychain', () => {
  it.skipIf(missing.length > 0)(
    missing.length > 0
      ? `skipped: no ${missing.join(', no ')}`
      : 'are there after the program that kept them is gone, and locked is not absent',
    () => {
      const home = tempDir()
      mkdirSync(join(home, 'run'), { mode: 0o700 })
      const script = join(import.meta.dirname, 'keychain-round-trip.ts')
      const output = execFileSync(
        'dbus-run-session',
        [
          '--',
          'sh',
          '-c',
          'printf test-password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$0" "$1"',
          process.execPath,
          script,
        ],
        { env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: join(home, 'run') }, encoding: 'utf8', timeout: 30_000 },
      )
      expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
        available: true,
        found: { apiKey: 'kept-secret', storage: 'keychain' },
        locked: { lack: 'locked', storage: 'locked', get: 'KEYCHAIN_FAILED' },
      })
    },
  )
})
