/** The part of WebAssembly that is used here: it comes with a browser's types, which this room does without. */
declare namespace WebAssembly {
  type ModuleImports = Record<string, unknown>
  type Imports = Record<string, ModuleImports>
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  /** Compiled; threads may pass it to each other. */
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  const Module: new (bytes: Uint8Array) => Module
  const Instance: new (module: Module, imports: Imports) => Instance
}
