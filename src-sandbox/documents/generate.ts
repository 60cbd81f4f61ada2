import { documentSourceSchema, type DocumentSource } from '../../src-shared/freight/document-template.ts'
import type { Template } from '../../src-shared/freight/document-generate.ts'
import { FreightFailure, issuesOf } from '../http/failure.ts'

/** Where the data of a template is in a body. */
function fieldOf(template: Template): 'data' | 'templateData' {
  return template === 'CUSTOM_FORM' ? 'templateData' : 'data'
}

/**
 * The data of a template, checked.
 * @throws FreightFailure DOCUMENT_GENERATION_FAILED with every fault: `details.errors` as sentences, `details.issues` with
 * their paths in the body.
 */
export function sourceOf(template: Template, body: { data?: unknown; templateData?: unknown }): DocumentSource {
  const field = fieldOf(template)
  const parsed = documentSourceSchema.safeParse({ template, data: body[field] ?? {} })
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error).map(({ path, message }) => ({ path: path.replace(/^data/, field), message }))
  const errors = issues.map(({ path, message }) => `${path}: ${message}`)
  throw new FreightFailure('DOCUMENT_GENERATION_FAILED', `${template} cannot be made: ${errors.join('; ')}`, {
    template,
    errors,
    field: issues[0]?.path ?? field,
    issues,
  })
}
