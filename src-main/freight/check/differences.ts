import { z } from 'zod'

/** Where an answer is not as the interface shows it: `data.rates.0.totalCost: expected number, received string`. */
export function differences(schema: z.ZodType, value: unknown): string[] {
  if (schema instanceof z.ZodUnion) {
    const [nearest = []] = schema.options
      .map((option) => (option instanceof z.ZodType ? differences(option, value) : []))
      .toSorted((a, b) => a.length - b.length)
    return nearest
  }
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => reported(issue))
}

function reported(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.join('.') || 'the answer'
  return [`${at}: ${issue.message.replace(/^Invalid input: /, '')}`]
}
