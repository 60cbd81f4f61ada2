/** What ties a control to the label and the error beside it. */
export interface FieldAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': 'true' | undefined
}
