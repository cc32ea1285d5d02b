/** Words, bands and constants of the specification that screens, projections and workflows share. Plain data. */
export const stages = ['extraction', 'validation', 'repair', 'quality'] as const
export type Stage = (typeof stages)[number]

export const stageNames = {
  extraction: 'Extraction',
  validation: 'Validation',
  repair: 'Repair',
  quality: 'Quality check',
} as const satisfies Record<Stage, string>

export const stageStatuses = ['pending', 'active', 'completed', 'failed'] as const
export type StageStatus = (typeof stageStatuses)[number]

export const processingSteps = ['initializing', 'extracting', 'analyzing', 'repairing', 'repackaging', 'complete'] as const

export const platforms = ['kindle', 'appleBooks', 'kobo', 'googlePlay', 'adobe', 'calibre'] as const
export type Platform = (typeof platforms)[number]

export const platformNames = {
  kindle: 'Kindle',
  appleBooks: 'Apple Books',
  kobo: 'Kobo',
  googlePlay: 'Google Play',
  adobe: 'Adobe Digital Editions',
  calibre: 'Calibre',
} as const satisfies Record<Platform, string>

export const issueTypes = ['structure', 'content', 'metadata', 'encoding', 'link', 'image'] as const
export type IssueType = (typeof issueTypes)[number]

export const issueSeverities = ['critical', 'major', 'minor'] as const
export type IssueSeverity = (typeof issueSeverities)[number]

/** What became of an issue: corrected, offered, left as it is, part of a higher plan, or a remark that costs no points. */
export const issueStatuses = ['fixed', 'choice', 'left', 'locked', 'advice'] as const

export const trends = ['improving', 'unchanged'] as const

/** Score bands, lowest score of each. */
export const scoreBand = (score: number) =>
  score >= 90 ? 'excellent' : score >= 70 ? 'good' : score >= 50 ? 'acceptable' : 'poor'

export const grade = (score: number) =>
  score >= 90 ? 'A+' : score >= 80 ? 'A' : score >= 70 ? 'B' : score >= 60 ? 'C' : score >= 50 ? 'D' : 'F'

/** Weights of the four parts of the overall score; they add up to 100. */
export const scoreWeights = { structure: 30, content: 25, metadata: 20, compatibility: 25 } as const

/** Most findings a job record shows of one rule, and its size limit in bytes. */
export const findingsPerRule = 200
export const jobRecordLimit = 2_000_000
