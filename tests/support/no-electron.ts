/**
 * Stands in for `electron` in tests. The real module would try to fetch Electron's program, and a piece of the shell
 * that needs Electron at run time takes it as a parameter: only the entries import it.
 */
throw new Error('electron was imported outside Electron; take the part of it that is needed as a parameter')
export {}
