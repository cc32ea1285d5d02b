import { isVersion3, pagesOf, rootOf } from '../content/documents.ts'
import { found, setAttribute } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A page says in which language it is (WCAG 3.1.1): that of the book, where it has one only. */
export const accessibilityLanguage = defineRule({
  id: 'accessibility-language',
  feature: 26,
  answers: [{ id: 'ACC-004' }],
  class: 'ask',
  why: 'Read-aloud voices took the page for one in another language.',

  detect(publication) {
    const languages = [...new Set(packageOf(publication)?.languages ?? [])]
    const language = languages[0]
    if (languages.length !== 1 || !language || !/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language) || /^und\b/i.test(language))
      return []
    const version3 = isVersion3(publication)
    return [...pagesOf(publication)].flatMap((page) => {
      const root = rootOf(page)
      if (!root || localName(root) !== 'html') return []
      const { lang, 'xml:lang': xmlLang } = root.attribs
      if (version3 ? lang !== undefined && xmlLang !== undefined : xmlLang !== undefined) return []
      const value = lang ?? xmlLang ?? language
      const names = version3 ? ['xml:lang', 'lang'] : ['xml:lang']
      const missing = names.filter((name) => root.attribs[name] === undefined)
      return missing.length === 0
        ? []
        : [
            found(
              page,
              missing.map((name) => setAttribute(page, root, name, value)),
              { note: `The page says that it is in “${value}”.` },
            ),
          ]
    })
  },

  fix: carriedPatches,
})
