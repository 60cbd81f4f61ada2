import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Does nothing, and tells when it is asked how long it was kept from that, in ms: what the machine does to any process. */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.once('message', () => process.send?.(delay.max / 1e6))
process.send?.(0)
