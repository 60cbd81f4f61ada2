import { LabelColumn, type LabelTarget } from './compose/column.ts'

/** What became of a batch of labels, for the person who takes them off the printer. */
export interface BatchSummary {
  title: string
  /** One line for each print that failed, the most important first; what does not fit is counted in `more`. */
  lines: readonly string[]
  /** The sentence for lines that did not fit, given how many. */
  more: (count: number) => string
}

const LINE_MM = 4
/** A line may be broken once: EPL's letters are wide. */
const BROKEN = 2
/** The line and its gap, and room for the sentence that says how many are missing. */
const ROOM_MM = (BROKEN + 1) * LINE_MM + 3

/** A label that comes out after a batch in which prints failed: a title and a line for each. */
export function composeBatchSummary({ title, lines, more }: BatchSummary, target: LabelTarget): Uint8Array {
  const column = new LabelColumn(target).text(8, title, { lines: 2, align: 'center', inverse: true })
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1
    if (!column.hasRoom(isLast ? BROKEN * LINE_MM : ROOM_MM)) {
      return column.text(LINE_MM, more(lines.length - index)).toBytes()
    }
    column.text(LINE_MM, line, { lines: BROKEN })
  }
  return column.toBytes()
}
