import { type Publication, textOf } from './publication.ts'

/** EPUBCheck compares every id of a page with every other one; pages with more than these get no answer in a minute. */
const mostIds = 15_000

/** Whether the official checker can be asked at all. */
export function isJudgeable({ resources }: Publication): boolean {
  for (const resource of resources.values()) {
    if (!resource.bytes || resource.bytes.length < mostIds * ' id="a"'.length) continue
    let ids = 0
    for (const _ of textOf(resource).matchAll(/[\s"']id\s?=/g)) if (++ids > mostIds) return false
  }
  return true
}
