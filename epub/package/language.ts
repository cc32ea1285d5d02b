/** Words around the language name that say nothing: "English language", "Deutsch (German)". */
const noise = /\b(language|lang|langue|sprache|idioma)\b/gi

let names: Map<string, string> | undefined

/** Language and region names, English and their own, to their codes. */
function codes(): Map<string, string> {
  if (names) return names
  names = new Map()
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  for (const a of letters)
    for (const b of letters) {
      const code = a + b
      const name = english.of(code)
      if (name) {
        put(names, name, code)
        const own = new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code)
        if (own) put(names, own, code)
      }
      const region = regions.of(code.toUpperCase())
      if (region) names.set(`region ${region.toLowerCase()}`, code.toUpperCase())
    }
  for (const [name, code] of [
    ['us', 'US'],
    ['usa', 'US'],
    ['american', 'US'],
    ['uk', 'GB'],
    ['gb', 'GB'],
    ['british', 'GB'],
    ['england', 'GB'],
  ])
    names.set(`region ${name}`, code!)
  return names
}

function put(map: Map<string, string>, name: string, code: string) {
  const key = name.toLowerCase()
  if (!map.has(key)) map.set(key, code)
}

/** BCP 47 syntax as EPUBCheck asks for it. */
export function isLanguageTag(tag: string): boolean {
  if (/^\s|\s$/.test(tag) || tag === '') return false
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return /^(x(-[a-z0-9]{1,8})+|i-[a-z]+|en-gb-oed|sgn-[a-z]{2}-[a-z]{2}|zh-min(-nan)?|art-lojban|no-bok|no-nyn)$/i.test(tag)
  }
}

/** The tag that a written language means: "English (US)" is en-US, "en_GB" is en-GB. Undefined when it cannot be told. */
export function languageTag(written: string): string | undefined {
  const text = written.trim()
  const dashed = text
    .replace(/[_\s]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/\.(utf-?8|iso.*)$/i, '')
  const named = codes().get(text.toLowerCase())
  if (named) return named
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(dashed) && isLanguageTag(dashed)) return dashed
  const [, name = '', detail = ''] = /^([^(,;/-]+)[(,;/\s-]*([^)]*)\)?/.exec(text.replace(noise, '').trim()) ?? []
  const known = codes()
  const code =
    known.get(name.trim().toLowerCase()) ??
    (/^[a-z]{2,3}$/i.test(name.trim()) && isLanguageTag(name.trim()) ? name.trim().toLowerCase() : undefined)
  const region =
    known.get(`region ${detail.trim().toLowerCase()}`) ??
    (/^[a-z]{2}$/i.test(detail.trim()) ? detail.trim().toUpperCase() : undefined)
  if (code) return region ? `${code}-${region}` : code
  const first = /^[\p{L}]+/u.exec(text)?.[0]
  return first && first !== text ? known.get(first.toLowerCase()) : undefined
}
