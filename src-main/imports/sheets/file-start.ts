import { open } from 'node:fs/promises'
import { unreadable } from './refusal.ts'

const START_BYTES = 1024
/** The container of old workbooks, and of new ones with a password (MS-CFB). */
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('504b0304', 'hex')
const WEB_PAGE = /^\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|meta|table|style)\b/is

/**
 * Is a file a workbook by its first bytes, regardless of its name?
 * @throws StationError UNREADABLE_FILE: an old workbook, or a web page under a workbook's name
 */
export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    const start = buffer.subarray(0, bytesRead)
    if (start.subarray(0, OLD_WORKBOOK.length).equals(OLD_WORKBOOK)) {
      throw unreadable(
        'The file is an old workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
        'workbook',
      )
    }
    const text = start.toString(start[0] === 0xff && start[1] === 0xfe ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
    if (WEB_PAGE.test(text)) {
      throw unreadable(
        'The file is a web page, whatever its name says. Open it in a spreadsheet and save it as .xlsx or CSV.',
        'workbook',
      )
    }
    return start.subarray(0, ZIP.length).equals(ZIP)
  } finally {
    await file.close()
  }
}
