/** Where the functions of the spooler are: Windows' own libraries, or what stands in for them. */
export interface WinspoolLibraries {
  spooler: string
  kernel: string
}

export const WINDOWS: WinspoolLibraries = { spooler: 'winspool.drv', kernel: 'kernel32.dll' }
