/** Why a document cannot be converted, in a sentence for people. Its message is what the caller sees. */
export class ConversionProblem extends Error {
  override readonly name = 'ConversionProblem'
  readonly details: Record<string, unknown>

  constructor(message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.details = details
  }
}
