/** The part of WebAssembly that is used here: it comes with a browser's types, which this room does without. */
declare namespace WebAssembly {
  type ModuleImports = Record<string, unknown>
  type Imports = Record<string, ModuleImports>
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  const Module: new (bytes: Uint8Array) => object
  const Instance: new (module: object, imports: Imports) => Instance
}
