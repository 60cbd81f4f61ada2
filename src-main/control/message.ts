import { z } from 'zod'
import { stationErrorSchema } from '../../src-shared/station/error.ts'

/** A command on its way to the Waybill that runs: one line of JSON each way. */
export const controlRequestSchema = z.object({ id: z.int(), name: z.string(), input: z.unknown() })
export type ControlRequest = z.infer<typeof controlRequestSchema>

export const controlAnswerSchema = z.object({
  id: z.int(),
  result: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.unknown() }),
    z.object({ ok: z.literal(false), error: stationErrorSchema }),
  ]),
})
export type ControlAnswer = z.infer<typeof controlAnswerSchema>

/** The caller's first line. */
export const greetingSchema = z.object({ callerSecret: z.string() })
export type ControlGreeting = z.infer<typeof greetingSchema>

/** The first line of the one that is asked: from here on it waits for this caller before it ends. */
export const helloSchema = z.object({ hello: z.literal('waybill'), stationSecret: z.string() })
export type ControlHello = z.infer<typeof helloSchema>

/** How long either side waits for the other's greeting, the end of a line, or its answer to be taken. */
export const PATIENCE_MS = 10_000
/** A line longer than this is no command: the greatest is a piece of a file. */
export const MOST_LINE_BYTES = 4 * 1024 * 1024
/** The most that is answered, as a line of JSON. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024
