/** Blob keys of what activities leave for each other, beside those of `db/blobs.ts`. */
export const checkKey = (jobId: string) => `jobs/${jobId}/check.json`
export const resultKey = (jobId: string, engine: string) => `jobs/${jobId}/result-${engine}.epub`
export const findingsKey = (jobId: string, engine: string) => `jobs/${jobId}/findings-${engine}.json`
