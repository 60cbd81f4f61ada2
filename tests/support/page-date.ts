/** What a page runs before its own scripts, so that its dates are so many milliseconds from those of its browser. */
export function dateScript(offsetMs: number): string {
  return `(() => {
  const offset = ${offsetMs}
  if (offset === 0) return
  const RealDate = Date
  const now = () => RealDate.now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
})()`
}
