/** Blob keys of what activities leave for each other, beside those of `db/blobs.ts`. */
export const checkKey = (jobId: string) => `jobs/${jobId}/check.json`
export const resultKey = (jobId: string, engine: string) => `jobs/${jobId}/result-${engine}.epub`
export const findingsKey = (jobId: string, engine: string) => `jobs/${jobId}/findings-${engine}.json`
/** What is suggested for a book that no engine had to repair. */
export const suggestionsKey = (jobId: string) => `jobs/${jobId}/suggestions.json`
export const revisedKey = (jobId: string, revision: number) => `jobs/${jobId}/result-r${revision}.epub`
export const revisedReportKey = (jobId: string, revision: number) => `jobs/${jobId}/report-r${revision}.json`
