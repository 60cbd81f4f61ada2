import { quickFromNowOn } from './small-heap.ts'
import { z } from 'zod'
import { programArguments, refuseArguments } from '../src-node/program-arguments.ts'
import { satCodeSchema } from '../src-shared/freight/sat-code.ts'
import { StartError } from './database.ts'
import { RESPONSE_VARIANTS, responseVariantSchema } from './response-variants/variant.ts'
import { apiKeySchema, readKeys } from './limits/keys.ts'
import { PLANS } from './limits/plan.ts'
import type { Locations } from './locations/locations.ts'
import { readPlaces } from './locations/read-places.ts'
import { openService } from './open-service.ts'
import { readCsvFile } from './read-file.ts'
import { readSatCodes } from './sat/read-codes.ts'
import { startSandbox } from './server.ts'

const USAGE = `usage: sandbox --data DIR [--port N] [--key KEY] [--plan PLAN] [--keys FILE] [--samples] [--speed N]
  [--quote-shape A|B] [--sat-variant full|short] [--address-validation available|unavailable] [--sat-codes FILE.csv]
  [--places FILE.csv] [--balance USD] [--fault-token T] [--response-variant VARIANT] [--prepare]
--prepare fills the data folder and ends: what that took of memory is not kept by the service that starts then.
PLAN is one of ${PLANS.join(', ')}; FILE is a JSON list of {"key", "plan", "responseVariant"?}.
VARIANT is how answers are written: ${RESPONSE_VARIANTS.join(', ')}, or mix:SEED, one of them for each endpoint.
The key may come from WAYBILL_SANDBOX_KEY and the fault token from WAYBILL_SANDBOX_FAULT_TOKEN instead. A key from there is a
program's own and of the plan production-basic, one from the command line of the plan sandbox, unless --plan says otherwise.`

/** Read only once the service knows its states. */
const placesFrom = (file: string) => (locations: Locations) =>
  readCsvFile(file, 'The places', (csv) => readPlaces(csv, locations.stateNamed))

const optionsSchema = z.object({
  port: z.coerce
    .number('--port must be a number')
    .int()
    .min(0, '--port must be 0 to 65535')
    .max(65_535, '--port must be 0 to 65535'),
  dataDir: z.string('--data DIR is required').min(1, '--data DIR is required'),
  plan: z.enum(PLANS, `--plan must be one of ${PLANS.join(', ')}`),
  moreKeys: z.array(apiKeySchema),
  satCodes: z.array(satCodeSchema),
  places: z.string().transform(placesFrom).optional(),
  apiKey: z
    .string('--key KEY or WAYBILL_SANDBOX_KEY is required')
    .min(1, '--key KEY or WAYBILL_SANDBOX_KEY is required'),
  samples: z.boolean(),
  prepare: z.boolean(),
  speed: z.coerce
    .number('--speed must be a number')
    .positive('--speed must be more than 0')
    .max(100_000, '--speed must be at most 100000'),
  settings: z.object({
    quoteShape: z.enum(['A', 'B'], '--quote-shape must be A or B'),
    satVariant: z.enum(['full', 'short'], '--sat-variant must be full or short'),
    addressValidation: z.enum(['available', 'unavailable'], '--address-validation must be available or unavailable'),
    balanceMinor: z.coerce
      .number('--balance must be an amount of USD')
      .nonnegative('--balance must not be negative')
      .transform((usd) => Math.round(usd * 100))
      .nullable(),
    responseVariant: responseVariantSchema,
  }),
  faultToken: z.string().min(1, '--fault-token must not be empty').optional(),
})

/** As they are typed; what they must be is in `optionsSchema`. */
const flagsSchema = z.object({
  port: z.string().default('0'),
  data: z.string().optional(),
  key: z.string().optional(),
  plan: z.string().optional(),
  keys: z.string().optional(),
  samples: z.boolean().default(false),
  prepare: z.boolean().default(false),
  speed: z.string().default('1'),
  'quote-shape': z.string().default('A'),
  'sat-variant': z.string().default('full'),
  'address-validation': z.string().default('available'),
  'sat-codes': z.string().optional(),
  places: z.string().optional(),
  balance: z.string().optional(),
  'fault-token': z.string().optional(),
  'response-variant': z.string().default('plain'),
})

function readOptions(): z.infer<typeof optionsSchema> {
  const { flags: values } = programArguments(USAGE, flagsSchema)
  return optionsSchema.parse({
    port: values.port,
    dataDir: values.data,
    apiKey: values.key ?? process.env['WAYBILL_SANDBOX_KEY'],
    // A program that passes the key in the environment starts the service for its own use.
    plan: values.plan ?? (values.key === undefined ? 'production-basic' : 'sandbox'),
    moreKeys: values.keys === undefined ? [] : readKeys(values.keys),
    satCodes: values['sat-codes'] === undefined ? [] : readCsvFile(values['sat-codes'], 'The SAT codes', readSatCodes),
    places: values.places,
    samples: values.samples,
    prepare: values.prepare,
    speed: values.speed,
    settings: {
      quoteShape: values['quote-shape'],
      satVariant: values['sat-variant'],
      addressValidation: values['address-validation'],
      balanceMinor: values.balance ?? null,
      responseVariant: values['response-variant'],
    },
    faultToken: values['fault-token'] ?? process.env['WAYBILL_SANDBOX_FAULT_TOKEN'],
  })
}

/** Ends the process with a sentence instead of a stack: 2 for options that are wrong, 1 when it cannot start. */
function giveUp(cause: unknown): never {
  if (cause instanceof StartError) {
    console.error(cause.message)
    process.exit(1)
  }
  refuseArguments(cause)
}

// Bookings hold names and addresses: files for this user alone.
process.umask(0o077)
const started = (async () => {
  const { prepare, ...options } = readOptions()
  return prepare ? { baseUrl: null, close: openService(options).close } : startSandbox(options)
})()

/** Ends on a signal, and when the process that started this one is gone or closes the channel to it. */
function end(): void {
  void started.then((sandbox) => sandbox.close()).then(() => process.exit(0))
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
process.once('disconnect', end)

try {
  const { baseUrl } = await started
  if (baseUrl === null) end()
  else {
    quickFromNowOn()
    console.log(`sandbox ready ${baseUrl}`)
  }
} catch (cause) {
  giveUp(cause)
}
