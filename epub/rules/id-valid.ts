import { contentOf, isVersion3 } from '../content/documents.ts'
import { type Holder, idsOf, renamed } from '../content/ids.ts'
import type { Publication } from '../publication.ts'
import { carriedPatches, defineRule, type RuleContext } from './rule.ts'

const ncName =
  /^[A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd][\w.\-\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]*$/

/** An id is an XML name without a colon in EPUB 2, SVG and MathML, and has no white space in EPUB 3; every link to it follows. */
export const idValid = defineRule({
  id: 'id-valid',
  feature: 9,
  answers: [{ id: 'RSC-005', text: /attribute "id" is invalid/ }],
  class: 'auto',
  why: 'Readers cannot jump to a place whose name starts with a digit or has spaces in it.',

  detect(publication, context) {
    const version3 = isVersion3(publication)
    return [...contentOf(publication, 'xhtml', 'svg')].flatMap((resource) => {
      const holders = idsOf(resource)
      const taken = new Set(holders.map(({ id }) => id))
      return holders.flatMap((holder) => {
        if (isValid(holder, version3, publication, resource.path, context)) return []
        return [renamed(publication, resource, holder, validName(holder.id, taken))]
      })
    })
  },

  fix: carriedPatches,
})

function isValid(
  { id, element }: Holder,
  version3: boolean,
  _publication: Publication,
  path: string,
  { messages }: RuleContext,
): boolean {
  if (!version3) return ncName.test(id)
  if (id === '' || /\s/.test(id)) return false
  if (ncName.test(id)) return true
  // only where the checker said so: the schemas of SVG and MathML differ in what they ask
  return !messages.some(
    (message) =>
      message.path === path &&
      message.schema?.attribute === 'id' &&
      (message.schema.element ?? element.name) === element.name.replace(/^.*:/, '') &&
      message.schema.value === id,
  )
}

/** A name that keeps as much as it can; undefined for an id without any letters. */
function validName(id: string, taken: Set<string>): string | undefined {
  const plain = id.trim().replace(/[^\w.\-\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u3001-\ud7ff]+/g, '_')
  if (id.trim() === '') return undefined
  const base = ncName.test(plain) ? plain : `id-${plain}`
  let name = base
  for (let n = 2; taken.has(name); n++) name = `${base}-${n}`
  taken.add(name)
  return name
}
