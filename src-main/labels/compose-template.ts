import { composeTemplate, TemplateRowError } from '../../src-labels/template.ts'
import { lettersFor } from '../../src-node/letters/letters.ts'
import { filledRows, namesIn, type LabelTemplateRow } from '../../src-shared/station/printing/label-template.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import { matrixModules } from './conversion/matrix-codes.ts'

/** One thing that keeps a label from being printed. */
export interface LabelProblem {
  /** The row of the template, from 0; null: it is about a field alone. */
  row: number | null
  /** The fields that it is about. */
  fields: string[]
  message: string
}

export type ComposedLabel = { bytes: Uint8Array } | { problems: LabelProblem[] }

/** One label of a template in its printer's language, with what was written in the fields. */
export async function composedLabel(
  template: readonly LabelTemplateRow[],
  values: Readonly<Record<string, string>>,
  { language, dpi, media }: Pick<Printer, 'language' | 'dpi' | 'media'>,
): Promise<ComposedLabel> {
  const { rows, problems } = filledRows(template, values)
  if (problems.length > 0) {
    return { problems: problems.map(({ field, message }) => ({ row: null, fields: [field], message })) }
  }
  const texts = rows.map(({ row }) => row)
  if (texts.every(({ kind }) => kind === 'rule')) {
    return { problems: [{ row: null, fields: [], message: 'every field is blank: there is nothing to print' }] }
  }
  try {
    const letters = await lettersFor(texts)
    return { bytes: composeTemplate(texts, { language, dpi, media, letters, matrix: matrixModules }) }
  } catch (error) {
    if (!(error instanceof TemplateRowError)) throw error
    const at = rows[error.row]?.at ?? error.row
    const row = template[at]
    const fields = row === undefined || row.kind === 'rule' ? [] : namesIn(row.kind === 'text' ? row.text : row.data)
    return { problems: [{ row: at, fields, message: error.message }] }
  }
}
