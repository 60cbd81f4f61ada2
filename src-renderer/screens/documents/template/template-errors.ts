import { z } from 'zod'
import type { Template } from '../../../../src-shared/freight/document-generate.ts'
import { documentSourceSchema } from '../../../../src-shared/freight/document-template.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { fieldErrors } from '../../../forms/field-error.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import { isMessageKey } from '../../../messages/catalogue.ts'
import { dataOf, fieldPath, type TemplateForm } from './template-form.ts'
import { TEMPLATE_SPECS } from './template-spec.ts'

/** Errors of fields, as sentences, by their path in the data. */
export type TemplateErrors = Readonly<Record<string, string>>

/** The template's own errors of the form; empty: nothing is wrong. */
export function errorsOf(template: Template, form: TemplateForm, locale: Pick<Locale, 'fill'>): TemplateErrors {
  const parsed = documentSourceSchema.safeParse({ template, data: dataOf(template, form) })
  if (parsed.success) return {}
  const found = Object.entries(fieldErrors(parsed.error)).map(([path, { key, params }]): [string, string] => {
    const field = path.replace(/^data\./, '')
    const right = `doc.right.${field.split('.').at(-1) ?? ''}`
    if (textAt(template, form, field) === '') return [field, locale.fill('field.required')]
    const isForm = key === 'field.characters' || key === 'field.invalid'
    return [field, isForm && isMessageKey(right) ? locale.fill(right) : locale.fill(key, params)]
  })
  return Object.fromEntries(found)
}

/** The text typed there; null for a path that is no field. */
function textAt(template: Template, form: TemplateForm, path: string): string | null {
  for (const section of TEMPLATE_SPECS[template]) {
    for (const [index, row] of (form[section.path] ?? []).entries()) {
      const field = section.fields.find(({ name }) => fieldPath(section, index, name) === path)
      if (field) return (row[field.name] ?? '').trim()
    }
  }
  return null
}

const detailsSchema = z.object({
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  errors: z.array(z.string()).optional(),
})

/** The service's errors about the data: at the fields they name, and those that name none on screen. */
export function serviceErrors(
  template: Template,
  form: TemplateForm,
  error: StationErrorData,
): { fields: TemplateErrors; rest: string[] } {
  const details = detailsSchema.safeParse(error.details)
  const said = details.success ? (details.data.issues ?? sentences(details.data.errors ?? [])) : []
  const known = new Set(pathsOf(template, form))
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const { path, message } of said) {
    const field = path.replace(/^(data|templateData)\.?/, '')
    const place = nearest(field, known)
    if (place === null) rest.push(field === '' ? message : `${field}: ${message}`)
    else fields[place] ??= message
  }
  return { fields, rest }
}

/** "data.items.0.quantity: must be more than 0". */
function sentences(errors: readonly string[]): { path: string; message: string }[] {
  return errors.map((sentence) => {
    const match = /^([\w.[\]]+):\s*(.+)$/s.exec(sentence)
    if (!match?.[1] || !match[2]) return { path: '', message: sentence }
    return { path: match[1].replaceAll(/\[(\d+)\]/g, '.$1'), message: match[2] }
  })
}

function pathsOf(template: Template, form: TemplateForm): string[] {
  return TEMPLATE_SPECS[template].flatMap((section) =>
    (form[section.path] ?? []).flatMap((_, index) => section.fields.map(({ name }) => fieldPath(section, index, name))),
  )
}

/** The field, or the one on screen that it is a part of (`seller.address.city`). */
function nearest(path: string, known: ReadonlySet<string>): string | null {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) if (known.has(at)) return at
  return null
}
