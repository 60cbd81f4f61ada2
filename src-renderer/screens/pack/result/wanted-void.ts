/** A person's answers for a void. */
export interface WantedVoid {
  /** Of the open question: pressed twice, it is one cancellation. */
  submissionId: string
  reason: string
  refundRequested: boolean
}
