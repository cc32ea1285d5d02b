import { isVersion3 } from '../content/documents.ts'
import { createChanges } from '../content/model/changes.ts'
import { suspectsOf } from '../content/suspects.ts'
import { textOf } from '../publication.ts'
import { descendants, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Namespaces of others may add attributes, those of the standards' own hosts may not (HTM-054); `data-` needs a name in lower case (HTM-061). */
export const modelData = defineRule({
  id: 'model-data',
  feature: 8,
  answers: [{ id: 'HTM-061' }, { id: 'HTM-054' }],
  class: 'auto',
  why: 'A made-up attribute has a name that the standard does not allow.',

  detect(publication, context) {
    if (!isVersion3(publication)) return []
    return [...suspectsOf(publication, context, 'xhtml')].flatMap((resource) => {
      const source = textOf(resource)
      if (!/\sdata-|xmlns:[\w.-]+\s*=\s*["'][^"']*(?:w3|idpf)\.org/i.test(source)) return []
      const changes = createChanges(resource.path, source)
      const reserved = new Set<string>()
      for (const element of descendants(treeOf(resource))) {
        for (const [name, value] of Object.entries(element.attribs))
          if (name.startsWith('xmlns:') && !known.has(value.trim()) && /^[a-z]+:\/\/[^/]*(?:w3|idpf)\.org/i.test(value.trim()))
            reserved.add(name.slice(6))
        for (const [name, value] of Object.entries(element.attribs)) {
          const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
          if (prefix && reserved.has(prefix)) {
            changes.begin(element, `“${name}” claims a standard's own namespace.`)
            changes.drop(element, name)
            const plain = `data-${name.replace(':', '-').toLowerCase()}`
            if (isSound(plain) && element.attribs[plain] === undefined) changes.set(element, plain, value)
          }
          if (!/^data-/i.test(name) || isSound(name)) continue
          changes.begin(element, `“${name}” is no name for a data attribute.`)
          changes.drop(element, name)
          const better = name
            .toLowerCase()
            .replace(/^data-+/, 'data-')
            .replace(/[^\w.-]/g, '-')
          if (isSound(better) && element.attribs[better] === undefined) changes.set(element, better, value)
        }
      }
      return changes.findings()
    })
  },

  fix: carriedPatches,
})

const isSound = (name: string) => /^data-[a-z_\u00b7-\ufffd][^A-Z:\s]*$/.test(name)

const known = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/XML/1998/namespace',
  'http://www.idpf.org/2007/ops',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
  'http://www.w3.org/2001/10/synthesis',
  'http://www.w3.org/2001/xml-events',
  'http://www.w3.org/1999/xlink',
])
