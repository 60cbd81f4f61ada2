/** The object itself, but asking for what it has not throws by name: the stand-in answers only what it really does. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key) {
      // Who waits for an object asks whether it is a promise; who prints one asks for symbols.
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key in target) {
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' && !isClass(value) ? (value.bind(target) as unknown) : value
      }
      throw new Error(`the stand-in for electron has no ${name}.${key}`)
    },
  })
}

const isClass = (value: object): boolean => Function.prototype.toString.call(value).startsWith('class')
