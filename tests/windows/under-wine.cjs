// Loaded before a program of ours under Wine, ahead of the hook that gives it the date of the test.
const { writeFileSync } = require('node:fs')
const { Socket } = require('node:net')

// The offset of that hook, by this Windows' own count of time; programs that this one starts have it in the environment.
if (process.env.WAYBILL_TEST_DATE) {
  const counted = Number(process.hrtime.bigint() / 1_000_000n)
  process.env.WAYBILL_TEST_DATE_OFFSET = String(Date.parse(process.env.WAYBILL_TEST_DATE) - counted)
  delete process.env.WAYBILL_TEST_DATE
}
// Where a test finds the number to end it by; not those of programs that it starts.
if (process.env.WAYBILL_TEST_PID_FILE) {
  writeFileSync(process.env.WAYBILL_TEST_PID_FILE, String(process.pid))
  delete process.env.WAYBILL_TEST_PID_FILE
}
// Wine 8 refuses it before a socket is connected, which is when Node.js's own client asks for it.
Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this
}
