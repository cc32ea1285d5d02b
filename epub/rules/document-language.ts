import { isVersion3, pagesOf } from '../content/documents.ts'
import { type Resource, textOf } from '../publication.ts'
import { attributeRemoval, attributeSites, descendants, treeOf } from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

const names: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  french: 'fr',
  francais: 'fr',
  français: 'fr',
  spanish: 'es',
  espanol: 'es',
  español: 'es',
  italian: 'it',
  italiano: 'it',
  portuguese: 'pt',
  russian: 'ru',
  chinese: 'zh',
  japanese: 'ja',
  korean: 'ko',
  dutch: 'nl',
  polish: 'pl',
  arabic: 'ar',
  hebrew: 'he',
  greek: 'el',
  latin: 'la',
  swedish: 'sv',
  turkish: 'tr',
  czech: 'cs',
  hungarian: 'hu',
  finnish: 'fi',
  danish: 'da',
  norwegian: 'no',
  ukrainian: 'uk',
}

const wellFormed = /^(?:[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)?$/

/** Language tags follow BCP 47, and `lang` says the same as `xml:lang` (HTML Living Standard section 3.2.6.2). */
export const documentLanguage = defineRule({
  id: 'document-language',
  feature: 7,
  answers: [{ id: 'RSC-005', text: /lang/ }],
  class: 'auto',
  why: 'A malformed language code breaks read-aloud voices and hyphenation.',

  detect(publication) {
    const version3 = isVersion3(publication)
    return [...pagesOf(publication)].flatMap((resource) => findings(resource, version3))
  },

  fix: replaceSpan,
})

function findings(resource: Resource, version3: boolean): Finding[] {
  const source = textOf(resource)
  if (!/\slang\s*=|:lang\s*=/.test(source)) return []
  const found: Finding[] = []
  for (const element of descendants(treeOf(resource))) {
    const { lang, 'xml:lang': xmlLang } = element.attribs
    if (lang === undefined && xmlLang === undefined) continue
    const set = (name: string, value: string | undefined) => {
      if (value === undefined) {
        const span = attributeRemoval(source, element, name)
        if (span) found.push({ path: resource.path, span, before: source.slice(...span), after: '' })
        return
      }
      const site = attributeSites(source, element).find((one) => one.name === name)
      if (site && source.slice(...site.value) !== value)
        found.push({ path: resource.path, span: site.value, before: source.slice(...site.value), after: value })
    }
    const wanted = tag(lang)
    const wantedXml = tag(xmlLang)
    if (lang !== undefined && xmlLang !== undefined && version3) {
      // where they differ, the one that looks like a code is believed, xml:lang first
      const both = [wantedXml, wanted].find((value) => value && /^[A-Za-z]{2,3}(?:-|$)/.test(value)) ?? wantedXml ?? wanted
      if (lang.toLowerCase() !== xmlLang.toLowerCase() || wanted !== lang) {
        set('xml:lang', both)
        set('lang', both)
      }
      continue
    }
    if (lang !== undefined && wanted !== lang) set('lang', wanted)
    if (xmlLang !== undefined && wantedXml !== xmlLang) set('xml:lang', wantedXml)
  }
  return found
}

/** The tag in well-formed spelling; undefined where no code can be made of it. */
function tag(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (wellFormed.test(value)) return value
  const plain = value
    .trim()
    .replace(/_+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/-{2,}/g, '-')
  if (plain && wellFormed.test(plain)) return names[plain.toLowerCase()] ?? plain
  return names[value.trim().toLowerCase()]
}
