import type { Base } from '../app/wire-base.ts'
import type { Printing } from '../printing/printing.ts'
import type { Conversion } from './conversion/conversion.ts'
import { createLabelInspecting, type InspectPorts } from './inspect-label.ts'
import { labelTemplateStore } from './label-templates.rows.ts'
import { createLabelTemplates } from './templates.ts'

interface LabelParts {
  printing: Printing
  conversion: Conversion
  labelsOf: InspectPorts['labelsOf']
}

/** Labels as support looks at them, and the station's own. */
export const wireLabels = ({ ledger, language, clock, ids }: Base, { printing, conversion, labelsOf }: LabelParts) => ({
  inspecting: createLabelInspecting({ conversion, labelsOf }),
  labelTemplates: createLabelTemplates({
    ...{ conversion, printing, language, ids },
    store: labelTemplateStore(ledger.db, clock),
  }),
})
