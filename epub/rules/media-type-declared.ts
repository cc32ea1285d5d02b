import { found, setAttribute } from '../package/edit.ts'
import { isEncrypted } from '../package/encryption.ts'
import { lookup } from '../package/lookup.ts'
import { byName, isCore, sameKind, sniff } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Declared types that say nothing, so that the file's name may speak. */
const vague = /^(application\/(octet-stream|xml|x-xml|unknown|binary|x-unknown)|text\/(plain|xml)|unknown|\*\/\*|[^/]*)$/i

/** Two names with a stroke between them; anything else is no type (EPUB 3.3 section 5.6.2). */
const shape = /^[\w!#$&+^-]+\/[\w!#$&+^-]+/

/** Types EPUBCheck calls deprecated or not core though they are another name of the same thing. */
const renamed: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'text/html': 'application/xhtml+xml',
  'text/x-oeb1-document': 'application/xhtml+xml',
  'text/x-oeb1-css': 'text/css',
  'application/x-javascript': 'text/javascript',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'application/x-font-truetype': 'font/ttf',
  'application/x-font-opentype': 'font/otf',
  'application/x-font-otf': 'font/otf',
  'application/x-font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
  'font/opentype': 'font/otf',
  'application/x-font-ttf': 'font/ttf',
  'application/x-truetype-font': 'font/ttf',
}

/** The manifest says what each file is. A missing or vague type is set; a wrong one only where the bytes prove it. */
export const mediaTypeDeclared = defineRule({
  id: 'media-type-declared',
  feature: 11,
  answers: [
    { id: 'OPF-029' },
    { id: 'OPF-035' },
    { id: 'OPF-037' },
    { id: 'OPF-038' },
    { id: 'OPF-039' },
    { id: 'OPF-012' },
    { id: 'OPF-043' },
    { id: 'CHK-008' },
    { id: 'RSC-032' },
    { id: 'RSC-005', text: /media-type|application\/xhtml\+xml|x-dtbncx/ },
  ],
  class: 'auto',
  why: 'A file was labelled as something it is not, so reading apps did not show it.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const findings: Finding[] = []
    for (const { path, mediaType, remote, element } of book.items) {
      const resource = publication.resources.get(path ?? '')
      const set = (type: string) => findings.push(found(book.resource, setAttribute(book.resource, element, 'media-type', type)))
      if (!resource) {
        if (!mediaType && !remote) set('application/octet-stream')
        continue
      }
      if (resource.size === 0 && mediaType && !vague.test(mediaType)) continue
      const scrambled = isEncrypted(publication, resource.path)
      const told = scrambled ? byName(resource.path, book.version) : sniff(resource, book.version)
      if (!mediaType || (!told && !shape.test(mediaType))) set(told?.mediaType ?? 'application/octet-stream')
      else if (told && !sameKind(mediaType.replace(/\s/g, ''), told.mediaType)) {
        // Containers of sound and film look alike; a type that readers know is believed.
        if (/^(audio|video)\//.test(told.mediaType) && isCore(mediaType.replace(/\s/g, ''), '3.0')) continue
        if (vague.test(mediaType) || told.proof === 'bytes' || contradicts(mediaType, told.mediaType))
          if (told.mediaType !== mediaType) set(told.mediaType)
      } else if (told && book.version === '3.0' && lookup(renamed, mediaType.toLowerCase())) {
        if (told.mediaType !== mediaType) set(told.mediaType)
      } else if (told && (mediaType === 'text/html' || mediaType === 'text/x-oeb1-document') && told.proof === 'bytes')
        set(told.mediaType)
      else if (mediaType !== mediaType.toLowerCase() && told?.mediaType === mediaType.toLowerCase()) set(told.mediaType)
    }
    return findings
  },

  fix: carriedPatches,
})

/** A text file cannot be proven by its bytes; its name counts against a type whose files always can. */
function contradicts(declared: string, named: string): boolean {
  const provable =
    /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(xhtml\+xml|x-dtbncx\+xml|smil\+xml|vnd\.ms-opentype|x-font|font-))/i
  return (
    provable.test(declared) && !provable.test(named) && /^(text\/(css|javascript)|application\/(javascript|json))$/.test(named)
  )
}
