const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size for people: 1,234,567 -> "1.2 MB". Thousands of thousands, as disks are sold. */
export function formatBytes(bytes: number, locale: string): string {
  let value = bytes
  let step = 0
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1000
    step++
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value)
}
