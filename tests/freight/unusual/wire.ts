/** One answer as it goes over the wire: either a JSON body or the raw text. */
export interface Wire {
  readonly status: number
  readonly body?: unknown
  readonly raw?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}
