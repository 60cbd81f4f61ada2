import { EventEmitter, once } from 'node:events'
import { z } from 'zod'
import { app } from './app.ts'
import { WebContents } from './contents.ts'
import { orderSchema, type Order } from './talk.ts'
import { windows } from './windows.ts'

interface MenuItem {
  label?: string
  submenu?: MenuItem[]
  click?: () => void
}

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
    case 'throw':
      setImmediate(() => {
        throw new Error(order.message)
      })
      return
    case 'press':
      return void presses.emit('press', order.button)
    case 'menu':
      return clickIn(menu, order.label)
    case 'emit': {
      const emitters = { app, window, contents, power: systemPower, notification, tray }
      const emitter = emitters[order.of]
      if (emitter && 'emit' in emitter && typeof emitter.emit === 'function') emitter.emit(order.event, ...order.args)
    }
  }
}

function clickIn(menu: MenuItem[], label: string): void {
  for (const item of menu) {
    if (item.label === label) return item.click?.()
    clickIn(item.submenu ?? [], label)
  }
}
