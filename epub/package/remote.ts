import { extensionOf, parseHref } from '../href.ts'
import type { Reference } from '../references.ts'
import { lookup } from './lookup.ts'

/** What may stay on the web (EPUB 3.3 section 3.6): sound, film and fonts, by the end of their address. */
const byExtension: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogg: 'audio/ogg; codecs=opus',
  opus: 'audio/ogg; codecs=opus',
  ogv: 'video/ogg',
  wav: 'audio/wav',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

/** Media type of something on the web by its address; undefined when that does not tell. */
export const remoteType = (address: string): string | undefined => lookup(byExtension, extensionOf(parseHref(address).path))

/** An `object` that plays sound or film, by its own word or the end of its address: that may stay on the web when it is declared. */
export const isMediaObject = ({ element, kind, value, node }: Reference) =>
  element === 'object' && kind === 'data' && /^(audio|video)\//i.test(node?.attribs.type ?? remoteType(value) ?? '')
