/** Blob keys of what a conversion leaves, beside the manuscript itself. */
export const convertedKey = (jobId: string) => `jobs/${jobId}/converted`
export const conversionReportKey = (jobId: string) => `jobs/${jobId}/conversion.json`
export const conversionArchiveKey = (batchId: string, part: number) => `jobs/${batchId}/results-${part}.zip`
