import type { PrinterCommand, PrinterReading } from './reading.ts'

/** What a printer remembers while it reads. */
export interface Memory {
  commands: PrinterCommand[]
  dangers: string[]
  copies: number
  labels: number
  record(prefix: string, name: string, at: number, parameters: string): void
  danger(kind: string, command: string): void
  /** Sets a setting; a setting that nobody gave a start differs from it as soon as it is written. */
  set(setting: string, value: string): void
  get(setting: string): string | undefined
  store(object: string): void
  /** Deletes one object, or with `*` all of a device. Says whether it was one that this stream had stored. */
  remove(pattern: string): boolean
  holds(object: string): boolean
  reading(): PrinterReading
}

/** A memory in which these settings have these values before the first byte. */
export function memoryOf(start: ReadonlyMap<string, string>): Memory {
  const settings = new Map(start)
  // By device, so that deleting a device costs no more than what was stored on it.
  const devices = new Map<string, Set<string>>()
  const on = (object: string) => devices.get(deviceOf(object)) ?? new Set()
  const memory: Memory = {
    commands: [],
    dangers: [],
    copies: 0,
    labels: 0,
    record: (prefix, name, at, parameters) => memory.commands.push({ prefix, name, at, parameters }),
    danger: (kind, command) => memory.dangers.push(`${kind}: ${command}`),
    set: (setting, value) => settings.set(setting, value),
    get: (setting) => settings.get(setting),
    store: (object) => devices.set(deviceOf(object), on(object).add(object)),
    remove: (pattern) => {
      if (/:\*(\.\*)?$/.test(pattern)) devices.delete(deviceOf(pattern))
      return on(pattern).delete(pattern)
    },
    holds: (object) => on(object).has(object),
    reading: () => ({
      commands: memory.commands,
      copies: memory.copies,
      labels: memory.labels,
      settings: new Map([
        ...[...settings].filter(([setting, value]) => start.get(setting) !== value),
        ...[...devices.values()]
          .flatMap((objects) => [...objects])
          .map((object) => [`object ${object}`, 'stored'] as const),
      ]),
      dangers: memory.dangers,
    }),
  }
  return memory
}

const deviceOf = (object: string) => object.slice(0, object.indexOf(':') + 1)
