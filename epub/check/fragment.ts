import { decodePath } from '../href.ts'

/** What stands after `#`, by the kind of document that it points into. */
export interface Fragment {
  readonly exists: boolean
  readonly text: string
  /** `epubcfi` and the like; empty for none. */
  readonly scheme: string
  /** Decoded; empty where the fragment names no element. */
  readonly id: string
  readonly isValid: boolean
}

const ncName = /^[\p{L}_][\p{L}\p{N}\p{M}._\u00b7-]*$/u
const scheme = /^(\w+)\(.*\)$/
const media = /^(t|xywh|track|id|xyn|xyr)=[^&]+(&[^&=]+=[^&]+)*$/
const time = /^t=(?:npt:)?(?:[\d.:]+(?:,[\d.:]+)?|,[\d.:]+)$/
const space = /^xywh=(pixel:|percent:)?\d+,\d+,\d+,\d+$/

export function readFragment(text: string | undefined, mediaType: string): Fragment {
  const none: Fragment = { exists: text !== undefined, text: text ?? '', scheme: '', id: '', isValid: true }
  if (text === undefined) return none
  switch (mediaType.toLowerCase()) {
    case 'image/svg+xml':
      return { ...none, ...drawing(text) }
    case 'text/html':
    case 'application/xhtml+xml': {
      const written = text.replace(/:~:.*$/s, '')
      const found = scheme.exec(written)?.[1]
      if (found) return { ...none, scheme: found }
      return media.test(written) ? none : { ...none, id: decodePath(written) }
    }
    default: {
      const found = scheme.exec(text)?.[1]
      if (found) return { ...none, scheme: found }
      const id = decodePath(text)
      return { ...none, id, isValid: ncName.test(id) }
    }
  }
}

function drawing(text: string): Partial<Fragment> {
  const [first = '', ...rest] = text.split('&')
  const areTimes = rest.every((part) => time.test(part))
  if (!text) return {}
  if (first.startsWith('svgView(')) return { isValid: /^svgView\(.+\)$/.test(first) && areTimes }
  if (first.startsWith('t=')) return { isValid: time.test(first) && rest.every((part) => space.test(part)) }
  if (first.startsWith('xywh=')) return { isValid: space.test(first) && areTimes }
  if (first.includes('=')) return { isValid: false }
  const id = decodePath(first)
  return { id, isValid: ncName.test(id) && areTimes }
}
