/** A file on its way to the screen that shows it. */
export class HandedOver {
  file = $state.raw<File | null>(null)

  /** Gives it once. */
  readonly take = (): File | null => {
    const { file } = this
    this.file = null
    return file
  }
}
