import { EventEmitter, once } from 'node:events'
import { z } from 'zod'
import { app, preventable } from './app.ts'
import { WebContents } from './contents.ts'
import { clickOn, type MenuItem } from './menu-items.ts'
import { only } from './system.ts'
import { cpuMs, orderSchema, reportTest, type Order } from './talk.ts'
import { windows } from './windows.ts'

export const systemPower = new EventEmitter()

const presses = new EventEmitter()
/** The button that the test presses next. */
export async function nextPress(): Promise<string> {
  const [button] = z.tuple([z.string()]).parse(await once(presses, 'press'))
  return button
}

/** Does what the test says: what a person, the system or bad luck would do. */
export function obeyTest(
  menu: () => MenuItem[],
  notification: () => EventEmitter | null,
  tray: () => EventEmitter | null,
): void {
  process.on('message', (message: unknown) => obey(orderSchema.parse(message), menu(), notification(), tray()))
  // A test that is gone leaves no program behind.
  process.once('disconnect', () => process.exit(1))
}

function obey(order: Order, menu: MenuItem[], notification: EventEmitter | null, tray: EventEmitter | null): void {
  const [window] = windows
  const contents =
    window && 'webContents' in window && window.webContents instanceof WebContents ? window.webContents : null
  switch (order.do) {
    case 'quit':
      return app.quit()
    case 'close window':
      return window?.close()
    case 'crash page':
      return contents?.forcefullyCrashRenderer()
    case 'end session':
      return endSession()
    case 'open':
      return app.open(order.what)
    case 'throw':
      setImmediate(() => {
        throw new Error(order.message)
      })
      return
    case 'tell cpu':
      return void writeCpu(contents, order.once)
    case 'press':
      return void presses.emit('press', order.button)
    case 'menu':
      return clickOn(menu, order.label, (role) => {
        if (role === 'quit') app.quit()
        else if (role === 'close') window?.close()
        else throw new Error(`the stand-in clicks on no ${role}`)
      })
    case 'emit': {
      const emitters = { app, window, contents, power: systemPower, notification, tray }
      const emitter = emitters[order.of]
      if (emitter && 'emit' in emitter && typeof emitter.emit === 'function') emitter.emit(order.event, ...order.args)
    }
  }
}

async function writeCpu(contents: WebContents | null, once: string): Promise<void> {
  const holds = await contents?.executeJavaScript(once).catch(() => false)
  if (holds === true) return reportTest({ kind: 'told', what: 'cpu', value: cpuMs() })
  setTimeout(() => void writeCpu(contents, once), 25)
}

/** What is still there when Windows has waited so long is ended. */
const SESSION_ENDS_MS = 20_000

/** Windows asks every window, then tells it that the session ends, and soon ends what is left. */
function endSession(): void {
  only('the end of a session', 'win32')
  const reported = [...windows].filter((window) => window instanceof EventEmitter)
  const asked = preventable({ reasons: ['logoff'] })
  for (const window of reported) window.emit('query-session-end', asked)
  if (asked.defaultPrevented) return reportTest({ kind: 'told', what: 'session is held up' })
  for (const window of reported) window.emit('session-end', { reasons: ['logoff'] })
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), SESSION_ENDS_MS)
}
