import { errorData, type StationErrorData } from '../../../src-shared/station/error.ts'

/** No byte of a label went into this queue. */
export const queueRefused = (queue: string, reason: string): StationErrorData =>
  errorData({
    code: 'PRINTER_UNREACHABLE',
    message: `The print queue ${queue} did not accept the label: ${reason}. Nothing was sent.`,
    details: { queue, reason },
  })

/** @param bytes that the queue took before it broke off */
export const queueInterrupted = (queue: string, reason: string, bytes: number): StationErrorData =>
  errorData({
    code: 'PRINTER_INTERRUPTED',
    message: `The print queue ${queue} ${reason}; part of the label may have been printed.`,
    details: { queue, bytes, reason },
  })
