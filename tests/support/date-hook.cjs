// Loaded into a program before anything else (`--require`, which threads do too, whatever they begin with; `--import` is
// passed over by some), it makes that program's dates those of the test: they count from the offset in the environment by
// the machine's one dateless clock, at the machine's pace. Without an offset it does nothing. Plain JavaScript, because a
// program that a test starts may be an older Node.js.
let offset = Number(process.env['WAYBILL_TEST_DATE_OFFSET'] ?? Number.NaN)
if (Number.isFinite(offset)) {
  const machineNow = Date.now
  const now = () => offset + Number(process.hrtime.bigint() / 1_000_000n)
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new Date(now()).toString(),
    get: (target, name, receiver) => {
      if (name === 'now') return now
      // Another date for this program from now on.
      if (name === 'moveTo') return (ms) => void (offset += ms - now())
      // For what is no Node.js and stays on the machine's date: a browser.
      return name === 'machineNow' ? machineNow() : Reflect.get(target, name, receiver)
    },
  })
}
