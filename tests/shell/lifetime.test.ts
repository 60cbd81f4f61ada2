import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { endOnFault } from '../../src-main/shell/desktop/fault.ts'
import { menuTemplate } from '../../src-main/shell/desktop/menu.ts'
import { quitCleanly } from '../../src-main/shell/desktop/quit.ts'
import { claimSingleInstance } from '../../src-main/shell/desktop/single-instance.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'
import { tempDir } from '../support/temp-dir.ts'

/** An app that tells what it was asked to do. */
function fakeApp() {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>()
  let tellCode: (code: number) => void
  const exited = new Promise<number>((resolve) => (tellCode = resolve))
  const done: string[] = []
  return {
    done,
    exited,
    on: (event: string, listener: (event: { preventDefault(): void }) => void) => listeners.set(event, listener),
    quit: () => done.push('quit'),
    exit: (code: number) => tellCode(code),
    fire: (event: string) => listeners.get(event)?.({ preventDefault: () => done.push('wait') }),
  }
}

describe('quitting', () => {
  test('the last window closes the app, and the app ends only after the station has closed', async () => {
    const app = fakeApp()
    quitCleanly(app).closes(async () => void app.done.push('station closed'))
    app.fire('window-all-closed')
    app.fire('will-quit')
    expect(await app.exited).toBe(0)
    expect(app.done).toEqual(['quit', 'wait', 'station closed'])
  })

  test('quitting twice closes the station once', async () => {
    const app = fakeApp()
    let closes = 0
    quitCleanly(app).closes(async () => {
      closes++
    })
    app.fire('will-quit')
    app.fire('will-quit')
    await app.exited
    expect(closes).toBe(1)
  })

  test('a station that does not close keeps nobody waiting for ever', async () => {
    const app = fakeApp()
    quitCleanly(app, 10).closes(() => new Promise(() => undefined))
    app.fire('will-quit')
    expect(await app.exited).toBe(0)
  })

  test('a station that fails to close is told by the exit code', async () => {
    const app = fakeApp()
    quitCleanly(app).closes(() => Promise.reject(new Error('the disk is full')))
    app.fire('will-quit')
    expect(await app.exited).toBe(1)
  })
})

test('a fault while the app ends does not start it again', async () => {
  const app = fakeApp()
  const ending = quitCleanly(app)
  const program = new EventEmitter()
  const again: string[][] = []
  endOnFault({
    ...{ program, ending, folder: tempDir(), args: ['--data', 'x'] },
    relaunch: ({ args }) => again.push(args),
    say: () => undefined,
    words: () => shellWords('en'),
  })
  ending.closes(async () => void program.emit('unhandledRejection', new Error('too late')))
  app.fire('will-quit')
  expect(await app.exited).toBe(0)
  expect(again).toEqual([])
})

describe('a second start', () => {
  test('gives up and brings the open window to the front, also out of the task bar; while that ends, it comes after it, once', () => {
    const reported: string[] = []
    const window = {
      isMinimized: () => true,
      restore: () => reported.push('restore'),
      focus: () => reported.push('focus'),
    }
    let secondStart = (_event: unknown, _argv: string[], _folder: string): void => undefined
    const first = {
      requestSingleInstanceLock: () => true,
      on: (event: string, listener: typeof secondStart) => {
        if (event === 'second-instance') secondStart = listener
      },
    }
    let isEnding = false
    const hear = (args: readonly string[], folder: string) => void reported.push([...args, folder].join(' '))
    const life = { hear, window: () => window, isEnding: () => isEnding, startAgain: () => void reported.push('again') }
    expect(claimSingleInstance(first, life)).toBe(true)
    secondStart({}, ['/opt/waybill', 'label.zpl'], '/home')
    expect(reported).toEqual(['label.zpl /home', 'restore', 'focus'])
    reported.shift()
    isEnding = true
    secondStart({}, ['/opt/waybill'], '/')
    secondStart({}, ['/opt/waybill'], '/')
    expect(reported).toEqual(['restore', 'focus', 'again'])

    const second = { requestSingleInstanceLock: () => false, on: () => expect.unreachable() }
    expect(claimSingleInstance(second, life)).toBe(false)
  })
})

describe('the menu', () => {
  const roles = (isPackaged: boolean, platform: NodeJS.Platform = 'linux') =>
    JSON.stringify(
      menuTemplate(platform, isPackaged, shellWords('en'), { openWindow: () => undefined, openTools: null }),
    )

  test('offers reload and developer tools only where the app is not packaged', () => {
    expect(roles(true)).not.toMatch(/reload|devtools/i)
    expect(roles(false)).toMatch(/"reload".*"toggleDevTools"/)
  })

  test('has the application menu on macOS and copy and paste everywhere', () => {
    expect(roles(true, 'darwin')).toMatch(/"about".*"services".*"hide".*"quit".*"copy"/)
    expect(roles(true, 'win32')).toMatch(/"quit".*"cut".*"copy".*"paste".*"selectAll"/)
  })
})
