/** Types of the plain JavaScript beside it, which must run before TypeScript can. */
export function cacheFolder(): string
export function onPath(name: string): string | undefined
export function findTemporal(): string | undefined
export function fetchTemporal(say?: (line: string) => void): Promise<string>
