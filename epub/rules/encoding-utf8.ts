import { contentOf } from '../content/documents.ts'
import { declaredEncoding, declaredUtf8 } from '../content/recode.ts'
import { decoded, textOf } from '../publication.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Every text file is UTF-8 and says so (EPUB 3.3 section 3.9; HTM-058, RSC-027, RSC-028, CSS-003, CSS-004). */
export const encodingUtf8 = defineRule({
  id: 'encoding-utf8',
  feature: 5,
  answers: [{ id: 'HTM-058' }, { id: 'RSC-027' }, { id: 'RSC-028' }, { id: 'CSS-003' }, { id: 'CSS-004' }],
  class: 'auto',
  why: 'The file is not stored as UTF-8, the one encoding every reader and store takes.',

  detect(publication) {
    const signposts = ['container', 'encryption', 'metadata', 'manifest', 'rights'].flatMap(
      (name) => publication.resources.get(`META-INF/${name}.xml`) ?? [],
    )
    return [...contentOf(publication, 'xhtml', 'svg', 'css', 'xml'), ...signposts].flatMap((resource) => {
      if (!resource.bytes) return []
      const { encoding } = decoded(resource)
      const declared = declaredEncoding(resource)
      if (encoding === 'utf-8' && (declared === undefined || /^utf-?8$/.test(declared))) return []
      const content = declaredUtf8(textOf(resource))
      return [
        {
          path: resource.path,
          before: declared ?? encoding,
          after: 'utf-8',
          patches: [{ kind: 'write' as const, path: resource.path, content }],
        },
      ]
    })
  },

  fix: carriedPatches,
})
