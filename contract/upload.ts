import { bytesPerMB, type PlanName, plans } from './plans.ts'

export interface FileToCheck {
  readonly name: string
  readonly size: number
  readonly type: string
}

export interface UploadCheck {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** The limit where no plan is known yet, in MB. */
export const defaultMaxFileSize = 50

export const maxFileSizeOf = (plan: PlanName | undefined) => (plan ? plans[plan].maxFileSize : defaultMaxFileSize)

const acceptedTypes = new Set(['application/epub+zip', 'application/octet-stream', ''])

/** The specification's rules for a chosen file (section 5). Errors reject; warnings do not block. */
export function checkUpload({ name, size, type }: FileToCheck, maxFileSize = defaultMaxFileSize): UploadCheck {
  const errors: string[] = []
  const warnings: string[] = []
  if (!/\.epub$/i.test(name)) errors.push('File must have .epub extension')
  if (size >= maxFileSize * bytesPerMB) errors.push(`File size must be less than ${maxFileSize}MB`)
  if (size < 100) warnings.push('File appears small, may not be a complete EPUB')
  if (!acceptedTypes.has(type)) warnings.push('File type may not be correct EPUB format')
  return { errors, warnings }
}

export const joinedErrors = (errors: readonly string[]) => errors.join('. ')

const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** `1.5 MB`: at most two decimals. */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`
}
