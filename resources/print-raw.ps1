# Hands a file's bytes unchanged to a Windows print queue (winspool, data type RAW).
# Not yet run on Windows: written from the API's documentation.
#
# Exit codes: 0 spooled whole. 2 the queue cannot be opened, 3 it takes no job, 4 the file cannot be read: nothing was
# spooled. 5 the spooler took only a part, 6 it did not close the job: some may be printed.
param(
  [Parameter(Mandatory = $true)][string]$Queue,
  [Parameter(Mandatory = $true)][string]$Document,
  [string]$Title = 'Waybill label'
)
$ErrorActionPreference = 'Stop'

Add-Type -TypeDefinition @'
using System;
using System.Runtime.InteropServices;

public static class RawSpool {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  public struct DocInfo {
    [MarshalAs(UnmanagedType.LPWStr)] public string Name;
    [MarshalAs(UnmanagedType.LPWStr)] public string Output;
    [MarshalAs(UnmanagedType.LPWStr)] public string DataType;
  }

  [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool OpenPrinterW(string name, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool ClosePrinter(IntPtr printer);
  [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern int StartDocPrinterW(IntPtr printer, int level, ref DocInfo info);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);

  public static int Send(string queue, string title, byte[] bytes) {
    IntPtr printer;
    if (!OpenPrinterW(queue, out printer, IntPtr.Zero)) return 2;
    try {
      DocInfo info = new DocInfo { Name = title, Output = null, DataType = "RAW" };
      if (StartDocPrinterW(printer, 1, ref info) == 0) return 3;
      int written;
      bool isWhole = WritePrinter(printer, bytes, bytes.Length, out written) && written == bytes.Length;
      bool isEnded = EndDocPrinter(printer);
      return !isWhole ? 5 : isEnded ? 0 : 6;
    } finally {
      ClosePrinter(printer);
    }
  }
}
'@

try { $bytes = [System.IO.File]::ReadAllBytes($Document) } catch { exit 4 }
exit [RawSpool]::Send($Queue, $Title, $bytes)
