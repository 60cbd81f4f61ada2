/**
 * The meaning of the exit code for a script.
 * done: carried out. failed: not carried out; the error says why. usage: the command line is off, nothing was tried.
 * undecided: it may have been carried out (a booking UNKNOWN, a job UNKNOWN): look before repeating. waiting: saved here,
 * not sent yet; it will be sent automatically when Waybill runs and the service can be reached.
 */
export const EXIT = { done: 0, failed: 1, usage: 2, undecided: 3, waiting: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
