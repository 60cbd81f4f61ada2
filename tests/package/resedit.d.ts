/** The part of resedit that the package test uses. Its own types bring a browser's into Node's code. */
export interface ResourceEntries {
  readonly length: number
}

export class NtExecutable {
  static createEmpty(is32Bit: boolean, isDll: boolean): NtExecutable
  generate(): ArrayBuffer
}

export class NtExecutableResource {
  static from(program: NtExecutable): NtExecutableResource
  readonly entries: ResourceEntries
  outputResource(program: NtExecutable): void
}

interface VersionInfo {
  lang: number
  setStringValues(language: { lang: number; codepage: number }, values: Record<string, string>): void
  outputToResourceEntries(entries: ResourceEntries): void
}

export const Resource: { VersionInfo: { createEmpty(): VersionInfo } }
