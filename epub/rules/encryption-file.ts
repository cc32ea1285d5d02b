import { mendXml } from '../content/mend-xml.ts'
import { dropElement, found, setAttribute } from '../package/edit.ts'
import { encryptedOf, encryptionPath } from '../package/encryption.ts'
import { asId, isId } from '../package/ids.ts'
import { textOf } from '../publication.ts'
import { childElements, findElements, localName, syntaxFaultOf, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const container = 'urn:oasis:names:tc:opendocument:xmlns:container'

/** META-INF/encryption.xml says which files are scrambled (OCF section 4.2.6.3.2). Entries without a file say nothing; a file without entries goes. */
export const encryptionFile = defineRule({
  id: 'encryption-file',
  feature: 3,
  answers: [{ id: 'RSC-016' }, { id: 'RSC-005' }, { id: 'RSC-001' }, { id: 'RSC-004' }],
  class: 'auto',
  why: 'A leftover said that parts of the book are scrambled, though they are not there; some reading apps then refuse the book.',

  detect(publication) {
    const resource = publication.resources.get(encryptionPath)
    if (!resource) return []
    const entries = encryptedOf(publication)
    const alive = entries.filter(({ path }) => publication.resources.has(path))
    const keys = findElements(treeOf(resource), 'EncryptedKey')
    if (alive.length === 0 && keys.length === 0)
      return [
        {
          path: encryptionPath,
          before: textOf(resource).slice(0, 500),
          after: '',
          patches: [{ kind: 'remove', path: encryptionPath }],
        },
      ]
    if (syntaxFaultOf(resource)) {
      const content = mendXml(textOf(resource))
      return content === textOf(resource)
        ? []
        : [
            {
              path: encryptionPath,
              patches: [{ kind: 'text', path: encryptionPath, span: [0, textOf(resource).length], after: content }],
            },
          ]
    }
    const findings: Finding[] = entries
      .filter((one) => !alive.includes(one))
      .map(({ element, uri }) => found(resource, dropElement(resource, element), { note: `“${uri}” is not in the book.` }))
    const root = childElements(treeOf(resource))[0]
    if (root && localName(root) === 'encryption') {
      const own = root.name.includes(':') ? `xmlns:${root.name.split(':')[0]}` : 'xmlns'
      if (root.attribs[own] !== container) findings.push(found(resource, setAttribute(resource, root, own, container)))
    }
    const seen = new Set<string>()
    for (const element of findElements(treeOf(resource), '*')) {
      const id = element.attribs.Id?.trim()
      if (id !== undefined) {
        let wish = isId(id) ? id : asId(id)
        for (let n = 2; seen.has(wish); n++) wish = `${asId(id)}-${n}`
        seen.add(wish)
        if (wish !== id) findings.push(found(resource, setAttribute(resource, element, 'Id', wish)))
      }
      if (localName(element) === 'Compression') {
        const { Method, OriginalLength } = element.attribs
        if (!/^[08]$/.test(Method ?? '') || !/^\d+$/.test(OriginalLength ?? '')) {
          const holder = element.parent?.parent
          findings.push(
            found(
              resource,
              dropElement(
                resource,
                holder && 'name' in holder && localName(holder) === 'EncryptionProperties' && childElements(holder).length === 1
                  ? holder
                  : element,
              ),
            ),
          )
        }
      }
    }
    return findings
  },

  fix: carriedPatches,
})
