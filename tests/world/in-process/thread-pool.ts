import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

let underWay = 0

/** Pieces of work that have not ended and that `process.getActiveResourcesInfo` leaves out. */
export const unlistedWork = (): number => underWay

type Work = (...args: unknown[]) => unknown

/** Work that answers with a promise. */
const countedPromise =
  (work: Work): Work =>
  (...args) => {
    underWay += 1
    return Promise.resolve(work(...args)).finally(() => (underWay -= 1))
  }

/** Work that calls the function at the end of its arguments. */
const countedCallback =
  (work: Work): Work =>
  (...args) => {
    const done = args.pop()
    if (typeof done !== 'function') throw new TypeError('the last argument is a function')
    underWay += 1
    return work(...args, (...results: unknown[]) => {
      underWay -= 1
      Reflect.apply(done, undefined, results)
    })
  }

function replace(holder: object, name: string, counted: (work: Work) => Work): void {
  const work: unknown = Reflect.get(holder, name)
  if (typeof work !== 'function') throw new TypeError(`there is no ${name}`)
  Reflect.set(
    holder,
    name,
    counted((...args) => Reflect.apply(work, holder, args)),
  )
}

// Node.js lists requests to the system as active, but neither what zlib and WebCrypto do on its thread pool nor what V8
// compiles. A world that goes on before their end is another one each time, so they are counted.
replace(zlib, 'deflateRaw', countedCallback)
syncBuiltinESMExports()
replace(crypto.subtle, 'digest', countedPromise)
replace(WebAssembly, 'instantiate', countedPromise)
replace(WebAssembly, 'compile', countedPromise)
