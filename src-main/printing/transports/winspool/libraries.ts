/** Where the functions of the spooler are: Windows' own libraries, or their replacement. */
export interface WinspoolLibraries {
  spooler: string
  kernel: string
}

export const WINDOWS: WinspoolLibraries = { spooler: 'winspool.drv', kernel: 'kernel32.dll' }
