/** The most that one print list may hold. */
export const MOST_CODES = 500

/** Codes as pasted: one a line, also with tabs or semicolons between, in their order, each once. */
export function codesOf(text: string): string[] {
  const codes = text
    .split(/[\n\r\t;,]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
  return [...new Set(codes)]
}
