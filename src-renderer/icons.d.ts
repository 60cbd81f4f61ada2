/** The icons of Lucide by name, which scripts/screen-icons.ts draws at build. */
declare module '~icons/*' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- a module that is declared cannot import from beside it
  const icon: import('./ui/basic/icon.ts').IconComponent
  export default icon
}
