import { mediaTypeOf } from '../book.ts'
import * as ns from '../document/namespaces.ts'
import { attributeOf, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import { isCoreAudio } from '../package/media-types.ts'
import { readPrefixes, withPrefixes } from '../package/prefixes.ts'
import { contentDefaults, overlayStructure, readProperties, type Vocabularies } from '../package/vocabulary.ts'
import { clockSeconds } from './clock.ts'
import type { Visit } from './document-visit.ts'
import { remarkTypes } from './structure-remarks.ts'

/** Links of a media overlay: which text it reads, with which sound. */
export function visitOverlay({ elements, root }: XmlDocument, visit: Visit) {
  const { book, item, say, resolve, link, required } = visit
  const hasRemarks = book.report.tells('USAGE')
  let vocabularies: Vocabularies = overlayStructure.reserved

  function text(element: XmlElement, written: string | undefined) {
    const url = resolve(written, element)
    if (!url) return
    const known = book.overlays.get(url.key)
    if (known === undefined) book.overlays.set(url.key, item.id)
    else if (known !== item.id) say('MED_011', element, `“${url.key}” is read by more than one overlay.`)
    link('overlay-text', url, element)
  }

  function sound(element: XmlElement) {
    const url = resolve(attributeOf(element, 'src'), element)
    if (!url) return
    if (url.fragment !== undefined)
      say('MED_014', element, `The address of a sound must not have a fragment: “#${url.fragment}”.`)
    const type = mediaTypeOf(book, url)
    if (type !== undefined && !isCoreAudio(type))
      say('MED-005', element, `“${url.key}” has the type “${type}”, which not every reader plays.`)
    link('audio', { ...url, fragment: undefined }, element, true)
    if (url.is === 'remote') required.add('remote-resources')
  }

  function times(element: XmlElement) {
    const written = attributeOf(element, 'clipEnd')
    const start = clockSeconds(attributeOf(element, 'clipBegin') ?? '0')
    const end = written === undefined ? undefined : clockSeconds(written)
    if (start === undefined || end === undefined) return
    if (start > end) say('MED-008', element, 'The sound begins after its end.')
    else if (start === end) say('MED-009', element, 'The sound begins where it ends: nothing would be heard.')
  }

  for (const element of elements) {
    visit.rebase(element)
    const types = readProperties(attributeOf(element, 'type', ns.ops), vocabularies, { isList: true }, element, say)
    if (hasRemarks) remarkTypes(types, item.mediaType, element, say)
    switch (element.local) {
      case 'smil': {
        const mappings = readPrefixes(attributeOf(element, 'prefix', ns.ops), element, say)
        vocabularies = withPrefixes(overlayStructure, mappings, contentDefaults, element, say)
        break
      }
      case 'body':
      case 'seq':
        text(element, attributeOf(element, 'textref', ns.ops))
        break
      case 'text':
        text(element, attributeOf(element, 'src'))
        break
      case 'audio':
        sound(element)
        times(element)
    }
  }
  if (root?.local === 'smil' && root.end) visit.checkRequired()
}
