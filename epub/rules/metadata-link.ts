import { isRemote, parseHref, relative, resolve } from '../href.ts'
import { dropElement, found, setAttribute, type TextPatch } from '../package/edit.ts'
import { findFile } from '../package/match.ts'
import { mediaTypeOf } from '../package/media-types.ts'
import { packageOf, words } from '../package/package.ts'
import { remoteType } from '../package/remote.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Links of the metadata lead to records and other resources with their type (EPUB 3.3 section 5.5.7), never into the package itself. */
export const metadataLink = defineRule({
  id: 'metadata-link',
  feature: 21,
  answers: [
    { id: 'OPF-089' },
    { id: 'OPF-093' },
    { id: 'OPF-094' },
    { id: 'OPF-095' },
    { id: 'OPF-098' },
    { id: 'RSC-029' },
    { id: 'RSC-030' },
    { id: 'RSC-007w' },
    { id: 'RSC-033' },
    { id: 'RSC-020' },
  ],
  class: 'auto',
  why: 'A link in the description of the book led nowhere or did not say what it leads to.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    const { resource } = book
    const findings: Finding[] = []
    for (const element of book.metas('link')) {
      const href = element.attribs.href?.trim() ?? ''
      const rel = words(element.attribs.rel)
      const type = element.attribs['media-type']?.trim()
      const drop = () => findings.push(found(resource, dropElement(resource, element)))
      if (/^data:/i.test(href) || href === '' || rel.length === 0) {
        drop()
        continue
      }
      const local = !isRemote(href) || /^file:/i.test(href)
      const target = local ? findFile(publication, book.path, href) : undefined
      if (
        local &&
        (target === book.path ||
          href.startsWith('#') ||
          (target === undefined && /[\s\\<>"{}|^`]|%(?![0-9a-f]{2})/i.test(href)) ||
          /^file:/i.test(href) ||
          resolve(book.path, href) === undefined)
      ) {
        drop()
        continue
      }
      if (rel.includes('voicing') && type && !/^audio\//i.test(type)) {
        drop()
        continue
      }
      const patches: TextPatch[] = []
      const file = target === undefined ? undefined : publication.resources.get(target)
      if (file && (resolve(book.path, href) !== target || parseHref(href).query !== undefined)) {
        const { fragment } = parseHref(href)
        patches.push(setAttribute(resource, element, 'href', relative(book.path, file.path) + (fragment ? `#${fragment}` : '')))
      }
      if (!type && file) patches.push(setAttribute(resource, element, 'media-type', mediaTypeOf(file)))
      else if (!type && (rel.includes('record') || rel.includes('voicing')))
        patches.push(
          setAttribute(
            resource,
            element,
            'media-type',
            remoteType(href) ?? (rel.includes('voicing') ? 'audio/mpeg' : 'application/xml'),
          ),
        )
      if (patches.length > 0) findings.push(found(resource, patches))
    }
    return findings
  },

  fix: carriedPatches,
})
