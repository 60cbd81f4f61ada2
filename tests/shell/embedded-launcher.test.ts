import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../src-main/app/embedded.ts'
import { utilityLauncher } from '../../src-main/shell/embedded-launcher.ts'

/** A utility process that says it is ready, and ends when it is told to. */
class UtilityProcess extends EventEmitter {
  readonly pid = undefined
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()

  kill(): boolean {
    return this.emit('exit', 0)
  }
}

test('in Electron the embedded service is a utility process that gets its key by the environment', async () => {
  const asked: string[][] = []
  const launcher = utilityLauncher({
    fork: (entry, args, { env, stdio }) => {
      const child = new UtilityProcess()
      asked.push(args)
      expect(entry).toMatch(/src-sandbox[\\/]cli\.ts$/)
      expect(stdio).toEqual(['ignore', 'pipe', 'pipe'])
      expect(env['WAYBILL_SANDBOX_KEY']).toMatch(/^[\w-]{32}$/)
      if (args.includes('--prepare')) setImmediate(() => child.kill())
      else {
        child.stdout.write('sandbox ready http://127.0.0.1:4010')
        child.stdout.write('2/api/v1\n')
      }
      return child
    },
  })
  const service = await startEmbedded({ dataDir: '/data', samples: true, launcher })
  expect(service.baseUrl).toBe('http://127.0.0.1:40102/api/v1')
  await service.close()
  await service.ended
  // Its folder is filled by another one before.
  expect(asked).toEqual([
    ['--data', '/data', '--samples', '--prepare'],
    ['--data', '/data', '--samples'],
  ])
  expect.assertions(8)
})
