import type { Message } from './check/message.ts'
import { featureOf, plainId } from './feature-of.ts'
import type { PlatformFindings } from './platforms/platform.ts'

export interface Scores {
  readonly overallScore: number
  readonly structureScore: number
  readonly contentScore: number
  readonly metadataScore: number
  readonly compatibilityScore: number
}

const weights = { structureScore: 30, contentScore: 25, metadataScore: 20, compatibilityScore: 25 } as const
type Part = keyof typeof weights

const penalties = { FATAL: 40, ERROR: 8, WARNING: 2, INFO: 0, USAGE: 0 } as const
const platformPenalties = { blocks: 8, warns: 2, informs: 0 } as const

export type IssueType = 'structure' | 'content' | 'metadata' | 'encoding' | 'link' | 'image'

/** Issue type by feature, as the screens group them. */
export function issueTypeOf(feature: number): IssueType {
  if ([1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 28, 30].includes(feature)) return 'structure'
  if ([15, 26, 31, 33, 36].includes(feature)) return 'metadata'
  if ([5, 35].includes(feature)) return 'encoding'
  if (feature === 14) return 'link'
  if ([16, 17, 24, 32].includes(feature)) return 'image'
  return 'content'
}

const partOf: Readonly<Record<IssueType, Part>> = {
  structure: 'structureScore',
  link: 'structureScore',
  content: 'contentScore',
  encoding: 'contentScore',
  image: 'contentScore',
  metadata: 'metadataScore',
}

/** Each part is 100 less the penalty of every message id and platform rule that fails, once each; overall is the weighted mean. */
export function score(messages: readonly Message[], findings: PlatformFindings): Scores {
  const parts: Record<Part, number> = { structureScore: 100, contentScore: 100, metadataScore: 100, compatibilityScore: 100 }
  const seen = new Set<string>()
  for (const message of messages) {
    const key = `${plainId(message.id)} ${message.severity}`
    if (seen.has(key)) continue
    seen.add(key)
    parts[partOf[issueTypeOf(featureOf(message))]] -= penalties[message.severity]
  }
  for (const list of Object.values(findings))
    for (const rule of new Set(list.map(({ rule, level }) => `${rule} ${level}`)))
      parts.compatibilityScore -= platformPenalties[rule.split(' ')[1] as keyof typeof platformPenalties]

  for (const part of Object.keys(parts) as Part[]) parts[part] = Math.max(0, parts[part])
  const total = (Object.keys(weights) as Part[]).reduce((sum, part) => sum + parts[part] * weights[part], 0)
  return { overallScore: Math.round(total / 100), ...parts }
}
