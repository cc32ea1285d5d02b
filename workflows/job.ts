export * from '../contract/job.ts'
