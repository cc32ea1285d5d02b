/** Short code of a job that a person can read out and support can search: the first part of its id. */
export const referenceOf = (jobId: string) => jobId.slice(0, 8).toUpperCase()
