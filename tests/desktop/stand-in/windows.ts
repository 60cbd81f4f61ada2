/** Every open window, for who counts them. */
export interface OpenWindow {
  close(): void
  destroy(): void
}

export const windows = new Set<OpenWindow>()
