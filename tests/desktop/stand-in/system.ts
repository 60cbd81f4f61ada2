import { setup } from './world.ts'

/** Which system the stand-in behaves as, and what only that one has. */

/** `process` as the app's own shell sees it. What it starts and stores is on the machine's own system. */
export const processOfShell = new Proxy(process, {
  get: (target, key) => {
    if (key === 'platform') return setup.system
    const value: unknown = Reflect.get(target, key, target)
    return typeof value === 'function' ? (value.bind(target) as unknown) : value
  },
})

/** @throws Error where the system is none of these: Electron has not got it there */
export function only(what: string, ...systems: (typeof setup.system)[]): void {
  if (!systems.includes(setup.system)) throw new Error(`${what} is not there on ${setup.system}`)
}
