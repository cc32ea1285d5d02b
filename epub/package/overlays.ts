import { resolve } from '../href.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import { findElements, treeOf } from '../xml.ts'
import { type ManifestItem, packageOf } from './package.ts'

const full = /^\s*\d+:[0-5]\d:[0-5]\d(\.\d+)?\s*$/
const partial = /^\s*[0-5]\d:[0-5]\d(\.\d+)?\s*$/
const count = /^\s*\d+(\.\d+)?(h|min|s|ms)?\s*$/

/** SMIL 3.0 clock value, as far as EPUB has it. */
export const isClock = (value: string) => full.test(value) || partial.test(value) || count.test(value)

/** Seconds of a clock value however it is written; undefined when it cannot be read. */
export function secondsOf(value: string | undefined): number | undefined {
  const text = value?.trim().replace(',', '.').replace(/^npt=/i, '') ?? ''
  const unit = /^(\d+(?:\.\d+)?)\s*(h|hours?|min|m|minutes?|s|sec|seconds?|ms)?$/i.exec(text)
  if (unit) {
    const amount = Number(unit[1])
    const name = unit[2]?.toLowerCase() ?? 's'
    if (name.startsWith('h')) return amount * 3600
    if (name === 'ms') return amount / 1000
    return name.startsWith('m') ? amount * 60 : amount
  }
  const parts = /^(?:(\d+):)?(\d+):(\d+(?:\.\d*)?)$/.exec(text)
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : undefined
}

/** `h:mm:ss.mmm`, the milliseconds left out where there are none. */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds * 1000)
  const pad = (value: number, size: number) => String(value).padStart(size, '0')
  const rest = whole % 1000
  return `${Math.floor(whole / 3_600_000)}:${pad(Math.floor(whole / 60_000) % 60, 2)}:${pad(Math.floor(whole / 1000) % 60, 2)}${rest > 0 ? `.${pad(rest, 3)}` : ''}`
}

/** Sum of the clips of an overlay in seconds; clips that run to the end of their file cannot be counted. */
export const durationOf = remembered((resource: Resource): number =>
  findElements(treeOf(resource), 'audio').reduce((sum, { attribs }) => {
    const end = secondsOf(attribs.clipEnd)
    const begin = secondsOf(attribs.clipBegin) ?? 0
    return end !== undefined && end > begin ? sum + end - begin : sum
  }, 0),
)

export const isOverlay = ({ mediaType }: ManifestItem) => mediaType === 'application/smil+xml'

/** Which overlays speak which documents, by container path. */
export const spokenBy = remembered((publication: Publication): ReadonlyMap<string, readonly ManifestItem[]> => {
  const spoken = new Map<string, ManifestItem[]>()
  for (const item of packageOf(publication)?.items.filter(isOverlay) ?? []) {
    const resource = publication.resources.get(item.path ?? '')
    if (!resource?.bytes) continue
    for (const { attribs } of findElements(treeOf(resource), 'text')) {
      const path = resolve(resource.path, attribs.src ?? '')
      if (!path) continue
      const list = spoken.get(path) ?? []
      if (!list.includes(item)) spoken.set(path, [...list, item])
    }
  }
  return spoken
})
