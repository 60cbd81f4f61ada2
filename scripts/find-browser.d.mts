export function findBrowser(platform?: NodeJS.Platform, environment?: NodeJS.ProcessEnv): string | null
export function installBrowser(root: string): string | null
