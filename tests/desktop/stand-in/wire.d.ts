/** Values between the page's process and this one as JSON text, with what structured clone keeps and JSON does not. */
export function wireCodec(): {
  /** @throws Error for what structured clone refuses */
  encode(value: unknown): string
  decode(text: string): unknown
}
