import { atSite, atStation, nothing, returns } from '../command.ts'
import {
  templateCsvPrintSchema,
  templateCsvSchema,
  templateIdSchema,
  templateInputSchema,
  templatePreviewSchema,
  templatePrintSchema,
  type LabelTemplate,
  type TemplateCsvCheck,
  type TemplateCsvPrinted,
  type TemplatePreview,
} from '../printing/label-template.ts'
import type { PrintJob } from '../printing/printing.ts'

/** The rows of the command table about the user's own label templates. */
export const labelTemplateCommands = {
  /** Lists label templates: the station's by name, then those that every station has. */
  'labelTemplates.list': returns<LabelTemplate[]>()(nothing, atSite.packer),
  /** Adds a label template or changes one. INVALID_INPUT: another template has the name, or there are too many. */
  'labelTemplates.save': returns<LabelTemplate>()(templateInputSchema, atSite.supervisor),
  /** Removes a label template. Removing a missing one is no error. */
  'labelTemplates.remove': returns<LabelTemplate[]>()(templateIdSchema, atSite.supervisor),
  /** Draws one label as its printer prints it. Nothing is printed. */
  'labelTemplates.preview': returns<TemplatePreview>()(templatePreviewSchema, atStation.packer),
  /** Prints a label from a template. NOT_FOUND, INVALID_INPUT (details.issues name the fields), MANY_LABELS. */
  'labelTemplates.print': returns<PrintJob>()(templatePrintSchema, atStation.packer),
  /** Checks a CSV file of labels, one a row. Nothing is printed. */
  'labelTemplates.checkCsv': returns<TemplateCsvCheck>()(templateCsvSchema, atStation.packer),
  /**
   * Prints a CSV file of labels, one a row: all rows or none. UNREADABLE_FILE (details.row, details.column),
   * MANY_LABELS: the number must be confirmed first.
   */
  'labelTemplates.printCsv': returns<TemplateCsvPrinted>()(templateCsvPrintSchema, atStation.packer),
} as const
