/** Little words that stand in every text of a language and hardly in another. */
const common: Readonly<Record<string, string>> = {
  en: 'the and of to was that his her with for not had but you she they which',
  de: 'der die und das nicht ist ein eine ich mit sich auf dem den war von zu',
  fr: 'le les des est une dans pas que qui pour elle avec sur était je vous nous',
  es: 'el los las que una por con para no está como pero más su del muy había',
  it: 'il che di non una per con gli della sono è più era anche nel suo ma',
  pt: 'não uma com para os as que mais ele ela você muito como do da em foi',
  nl: 'het een van niet ik dat is zijn maar hij met voor was aan op ook naar',
  sv: 'och att det som inte jag är på med han den för var till av men hade',
  pl: 'nie się że jest na do jak to był ale co już tak po był jego była',
}

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/g, 'ja'],
  [/[\uac00-\ud7af]/g, 'ko'],
  [/[\u4e00-\u9fff]/g, 'zh'],
  [/[\u0600-\u06ff]/g, 'ar'],
  [/[\u0590-\u05ff]/g, 'he'],
  [/[\u0400-\u04ff]/g, 'ru'],
  [/[\u0370-\u03ff]/g, 'el'],
]

/** Language of a text by its script or its little words; English where nothing speaks for another one. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, 40_000)
  for (const [script, language] of scripts) if ((sample.match(script)?.length ?? 0) * 5 > sample.length) return language
  const counts = new Map<string, number>()
  for (const [word] of sample.toLowerCase().matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  let best = 'en'
  let most = 0
  for (const [language, words] of Object.entries(common)) {
    const hits = words.split(' ').reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)
    if (hits > most) [best, most] = [language, hits]
  }
  return best
}
