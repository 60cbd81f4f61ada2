import { parseArgs } from 'node:util'
import { z } from 'zod'
import { StartError } from './database.ts'
import { startSandbox } from './server.ts'

const USAGE =
  'usage: sandbox --data DIR [--port N] [--key KEY] [--samples] [--speed N] [--quote-shape A|B] [--door-token T]\n' +
  'The key may come from WAYBILL_SANDBOX_KEY and the door token from WAYBILL_SANDBOX_DOOR_TOKEN instead.'

const optionsSchema = z.object({
  port: z.coerce
    .number('--port must be a number')
    .int()
    .min(0, '--port must be 0 to 65535')
    .max(65_535, '--port must be 0 to 65535'),
  dataDir: z.string('--data DIR is required').min(1, '--data DIR is required'),
  apiKey: z
    .string('--key KEY or WAYBILL_SANDBOX_KEY is required')
    .min(1, '--key KEY or WAYBILL_SANDBOX_KEY is required'),
  samples: z.boolean(),
  speed: z.coerce
    .number('--speed must be a number')
    .positive('--speed must be more than 0')
    .max(100_000, '--speed must be at most 100000'),
  quoteShape: z.enum(['A', 'B'], '--quote-shape must be A or B'),
  doorToken: z.string().min(1, '--door-token must not be empty').optional(),
})

function readOptions(): z.infer<typeof optionsSchema> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      key: { type: 'string' },
      samples: { type: 'boolean', default: false },
      speed: { type: 'string', default: '1' },
      'quote-shape': { type: 'string', default: 'A' },
      'door-token': { type: 'string' },
    },
  })
  return optionsSchema.parse({
    port: values.port,
    dataDir: values.data,
    apiKey: values.key ?? process.env['WAYBILL_SANDBOX_KEY'],
    samples: values.samples,
    speed: values.speed,
    quoteShape: values['quote-shape'],
    doorToken: values['door-token'] ?? process.env['WAYBILL_SANDBOX_DOOR_TOKEN'],
  })
}

/** Ends the process with a sentence instead of a stack: 2 for options that are wrong, 1 when it cannot start. */
function giveUp(cause: unknown): never {
  if (cause instanceof StartError) {
    console.error(cause.message)
    process.exit(1)
  }
  const isWrongOption = cause instanceof z.ZodError || (cause instanceof TypeError && 'code' in cause)
  if (!isWrongOption) throw cause
  console.error(cause instanceof z.ZodError ? cause.issues.map(({ message }) => message).join('\n') : cause.message)
  console.error(USAGE)
  process.exit(2)
}

const started = (async () => startSandbox(readOptions()))()

/** Ends on a signal, and when the process that started this one is gone or lets go of the channel to it. */
function end(): void {
  void started.then((sandbox) => sandbox.close()).then(() => process.exit(0))
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
process.once('disconnect', end)

try {
  console.log(`sandbox ready ${(await started).baseUrl}`)
} catch (cause) {
  giveUp(cause)
}
