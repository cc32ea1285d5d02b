import type { Place } from '../document/xml-document.ts'
import type { Url } from '../url.ts'

/** A manifest item with what spine and fallbacks say of it. */
export interface Item extends Place {
  readonly id: string
  readonly url: Url
  /** Container path, or the address of a remote item. */
  readonly path: string
  readonly mediaType: string
  /** Ids; empty without one. */
  readonly fallback: string
  readonly fallbackStyle: string
  readonly overlay: string | undefined
  /** Names of the item vocabulary; of other vocabularies with their address. */
  readonly properties: ReadonlySet<string>
  readonly isNcx: boolean
  readonly isNav: boolean
  /** Place in the spine from 0; undefined outside it. */
  readonly spine: number | undefined
  readonly linear: boolean
  readonly fixedLayout: boolean
  readonly inIndex: boolean
  readonly hasCoreFallback: boolean
  readonly hasContentFallback: boolean
}

export type ItemDraft = { -readonly [K in keyof Item]: K extends 'properties' ? Set<string> : Item[K] }
