import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { openAtLogin } from '../../src-main/shell/desktop/at-login.ts'
import { commandWords } from '../../src-main/shell/desktop/command-words.ts'
import { dockTemplate, setJumpList } from '../../src-main/shell/desktop/jump-list.ts'
import { hearSystem } from '../../src-main/shell/desktop/system-asks.ts'
import { createPendingRequests } from '../../src-main/shell/desktop/pending-requests.ts'
import { windowsWord } from '../../src-main/shell/desktop/windows-word.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'

test('the task bar of Windows starts Waybill with a word that the open one hears, on the same folder', () => {
  const tasks: { title: string; arguments: string }[] = []
  const taskApp = { setUserTasks: (given: typeof tasks) => tasks.push(...given) > 0 }
  setJumpList(taskApp, 'C:\\Waybill.exe', ['--data', 'D:\\Freight data'], shellWords('es'))
  expect(tasks.map(({ title }) => title)).toEqual(['Nueva cotización', 'Empaque'])
  const words = [...(tasks[0]?.arguments ?? '').matchAll(/"([^"]*)"/g)].map(([, word = '']) => word)
  expect(words.slice(0, 2)).toEqual(['--data', 'D:\\Freight data'])
  expect(commandWords(words)).toBeNull()
  const pendingRequests = createPendingRequests(() => undefined)
  pendingRequests.hear(words, '/')
  expect(pendingRequests.take()).toEqual([{ kind: 'screen', screen: 'quote' }])
})

test.each([
  ['D:\\Freight data', '"D:\\Freight data"'],
  ['D:\\', '"D:\\\\"'],
  ['a "b" c', '"a \\"b\\" c"'],
  ['a\\"b', '"a\\\\\\"b"'],
])('a program of Windows reads %s as one word', (word, quoted) => expect(windowsWord(word)).toBe(quoted))

test('the dock of macOS leads to the same screens', () => {
  const opened: string[] = []
  for (const { click } of dockTemplate(shellWords('en'), (screen) => opened.push(screen))) {
    Reflect.apply(click ?? (() => undefined), undefined, [])
  }
  expect(opened).toEqual(['quote', 'pack'])
})

test.each(['win32', 'darwin'] as const)(
  '%s starts it at login with the folder it has, and no longer when told so',
  (platform) => {
    const reported: unknown[] = []
    const login = { isPackaged: true, setLoginItemSettings: (settings: unknown) => void reported.push(settings) }
    const needs = {
      app: login,
      platform,
      environment: {},
      home: '/',
      program: '/waybill',
      args: ['--data', '/my freight'],
    }
    const words = platform === 'win32' ? ['"--data"', '"/my freight"'] : needs.args
    openAtLogin(needs, true)
    openAtLogin(needs, false)
    openAtLogin({ ...needs, app: { ...login, isPackaged: false } }, true)
    expect(reported).toEqual([
      { openAtLogin: true, args: words },
      { openAtLogin: false, args: words },
    ])
  },
)

test('macOS tells the open app of files and links; what is no link of ours brings nothing forward', () => {
  const heard: unknown[] = []
  let forward = 0
  const app = Object.assign(new EventEmitter(), { isPackaged: true, setAsDefaultProtocolClient: () => true })
  const pendingRequests = {
    add: (request: unknown) => void heard.push(request),
    openFile: async (path: string) => void heard.push(path),
  }
  hearSystem(app, pendingRequests, () => {
    forward += 1
  })
  let prevented = 0
  const event = { preventDefault: () => (prevented += 1) }
  app.emit('open-file', event, '/tmp/label.zpl')
  app.emit('open-url', event, 'waybill-app://booking/bkg_1')
  app.emit('open-url', event, 'waybill-app://booking/../../etc')
  expect(heard).toEqual(['/tmp/label.zpl', { kind: 'link', of: 'booking', id: 'bkg_1' }])
  expect({ forward, prevented }).toEqual({ forward: 2, prevented: 3 })
})
