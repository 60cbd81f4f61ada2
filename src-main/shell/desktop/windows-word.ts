/**
 * A word of a command line as programs of Windows read it (Microsoft, "Parsing C command-line arguments"): in quotes, and a
 * backslash is doubled where a quote is behind it.
 */
export const windowsWord = (word: string): string =>
  `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
