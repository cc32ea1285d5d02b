import { defineSearchAttributeKey, type SearchAttributeType } from '@temporalio/common'

const keyword = <T extends typeof SearchAttributeType.KEYWORD>(name: string) => defineSearchAttributeKey(name, 'KEYWORD' as T)

/** What operators search jobs by in the Temporal UI; registered by whoever starts the server. */
export const attributes = {
  jobId: keyword('JobId'),
  plan: keyword('Plan'),
  mode: keyword('Mode'),
  /** What a conversion makes. */
  format: keyword('Format'),
  stage: keyword('Stage'),
  engine: keyword('Engine'),
  verdict: keyword('Verdict'),
} as const
