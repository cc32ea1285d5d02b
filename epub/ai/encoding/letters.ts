/**
 * Letters beyond a–z of the languages written in Latin, lower case, and the letters of other scripts with the most frequent
 * first. Common knowledge (CLDR's exemplar characters say the same), put down by hand.
 */
const latin: Readonly<Record<string, string>> = {
  en: '',
  de: 'äöüß',
  fr: 'éèêëàâçîïôûùüÿœæ',
  es: 'áéíóúñü',
  it: 'àèéìíòóùú',
  pt: 'ãõáéíóúâêôàçü',
  nl: 'éëïóöüè',
  sv: 'åäöéü',
  da: 'æøåé',
  nb: 'æøåéòôó',
  nn: 'æøåéòôó',
  no: 'æøåéòôó',
  fi: 'äöåšž',
  is: 'áðéíóúýþæö',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
  et: 'äõöüšž',
  lv: 'āčēģīķļņšūž',
  lt: 'ąčęėįšųūž',
  hr: 'čćđšž',
  bs: 'čćđšž',
  sl: 'čšž',
  tr: 'çğıİöşüâî',
  az: 'çəğıöşü',
  sq: 'çë',
  ca: 'àçèéíïòóúü·',
  eu: 'ñü',
  gl: 'áéíñóúü',
  vi: 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ',
  id: 'é',
  ms: 'é',
  la: 'æœāēīōū',
  eo: 'ĉĝĥĵŝŭ',
  cy: 'âêîôûŵŷ',
  ga: 'áéíóú',
  af: 'êëéèïôöûü',
}

const other: Readonly<Record<string, string>> = {
  ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  uk: 'оаниітвреслкдупмязьбгчйхїжцюєшщфґ',
  be: 'анаіеортслдкукпмяыбзгвьйчжцюшўхёэф',
  bg: 'аоеинтрвсдлкпмузябгчцщжхшъюйфь',
  mk: 'аоеинтрсвдклпумзгбјчшќцжљњѓфхџѕ',
  sr: 'аоиенстрјвукдмплзбгчшцжњљхћђфџ',
  el: 'αοιετσνρηπυκμλςωδγχθφβξζψάέήίόύώϊϋΐΰ',
  he: 'יוהלארמבשתנעםדחקכפסטגזךןףץצ',
  yi: 'יוהלארמבשתנעםדחקכפסטגזךןףץצ',
  ar: 'الينمتوربعدهسفكحقجشصطخثذضغزءظةىأإآؤئ',
  fa: 'ایرندتمهوسبشزکگفخپقلعحجچصطغضثذظژآئء',
  ur: 'ایکرنےوتہمسلدبپجگںعشحقفچخزٹصطغضڑذڈظثژآئؤ',
  th: 'านรอกเงมยลวดทสตะปบคหแจพชขใไโผถศซณธภญฉ่้ัิีึืุูๅ์็ำ',
}

/** Letters of the neighbours: English takes them over with the words, others seldom. */
const common = 'éèêëàâáäåãçñíîïìóôöòõøúûüùýÿßæœšžčćğşłńśźżąęőűřě'

export interface Alphabet {
  readonly language: string
  readonly isLatin: boolean
  /** What a lower-case letter is worth, 0 to 1; undefined for none of this language. */
  readonly worth: (letter: string) => number | undefined
}

const known = new Map<string, Alphabet>()

/** Whether the letters of a language are known. */
export const hasAlphabet = (language: string) => latin[language] !== undefined || other[language] !== undefined

/** The letters of a language; those of English and its loans for one that is not known. */
export function alphabetOf(language: string): Alphabet {
  const name = latin[language] !== undefined || other[language] !== undefined ? language : 'en'
  let alphabet = known.get(name)
  if (!alphabet) {
    const worths = new Map<string, number>()
    const script = other[name]
    if (script) for (const [place, letter] of [...script].entries()) worths.set(letter, place < 10 ? 1 : place < 20 ? 0.8 : 0.35)
    else {
      for (const letter of common) worths.set(letter, name === 'en' ? 0.3 : -0.3)
      for (const letter of latin[name]!) worths.set(letter, 1)
    }
    alphabet = { language: name, isLatin: script === undefined, worth: (letter) => worths.get(letter) }
    known.set(name, alphabet)
  }
  return alphabet
}

/** Languages of other scripts, tried where a book says nothing that fits. */
export const otherScripts = Object.keys(other)

const quotes = '“”‘’„‚«»‹›–—…'
const hyphens = '‐‑‒−'
/** Spaces and hints for breaking lines. */
const unseen = /[\u00a0\u00ad\u200b-\u200f\u2009\u2011\u202f\u2060\ufeff]/
const signs = '©®™°§€£¥•·†‡×÷±½¼¾²³µ¿¡ªº№'

const isLetter = (char: string | undefined) => char !== undefined && /\p{L}/u.test(char)
const isUpper = (char: string) => char !== char.toLowerCase()
const isLower = (char: string) => char !== char.toUpperCase()

/** Worth of all characters beyond ASCII in a word or run, each as it stands among its neighbours. */
export interface Worth {
  readonly sum: number
  readonly count: number
  /** Of a single character. */
  readonly worst: number
}

export function worthOf(text: string, alphabet: Alphabet, before = '', after = ''): Worth {
  const chars = [...before, ...text, ...after]
  const from = [...before].length
  const to = chars.length - [...after].length
  let sum = 0
  let count = 0
  let worst = 1
  for (let at = from; at < to; at++) {
    const char = chars[at]!
    if (char < '\u0080' || unseen.test(char)) continue
    count++
    const value = worth(char, chars[at - 1], chars[at + 1], alphabet)
    sum += value
    worst = Math.min(worst, value)
  }
  return { sum, count, worst }
}

function worth(char: string, left: string | undefined, right: string | undefined, alphabet: Alphabet): number {
  if (/[\u0080-\u009f\ufffd\ue000-\uf8ff]/.test(char)) return -3
  if (isLetter(char)) {
    const value = alphabet.worth(char.toLowerCase()) ?? alphabet.worth(char)
    // a word in another script stands as a whole
    const isQuoted = value === undefined && alphabet.isLatin && (isAlike(char, left) || isAlike(char, right))
    const own = value ?? (isForeignLetter(char, alphabet) ? -0.7 : isQuoted ? -0.3 : -1)
    // a capital inside a word, or a small letter behind two capitals
    if (isUpper(char) && isLower(left ?? ' ') && isLetter(left)) return own - 2
    if (isUpper(char) && isLetter(right) && isLower(right!) && isLetter(left) && isUpper(left!)) return own - 0.5
    if (isLower(char) && !isUpper(char) && isLetter(left) && isUpper(left!) && isLetter(right) && isUpper(right!))
      return own - 1.5
    return own
  }
  if (char === '’') return 0.8
  if (hyphens.includes(char)) return 0.5
  if (char === '…' && isLetter(left) && isLetter(right)) return 0.1
  if (quotes.includes(char)) return isLetter(left) && isLetter(right) && !'–—…'.includes(char) ? -0.8 : 0.6
  if (char === '·' && alphabet.worth('·')) return 1
  if (/\p{M}/u.test(char)) return alphabet.worth(char) ?? -0.7
  if (signs.includes(char)) return (isLetter(left) && isLower(left!)) || (isLetter(right) && /[\p{Ll}]/u.test(right!)) ? -1 : 0.1
  return -1.2
}

/**
 * Whether every character beyond ASCII is a quotation mark, a dash, a space or a letter of the language's own, alone or among
 * its likes, as no wrong code page leaves it: then the long search has nothing to find.
 */
export function isPlain(text: string, alphabet: Alphabet): boolean {
  if (!alphabet.isLatin) return isPlainScript(text, alphabet)
  for (const { 0: run, index } of text.matchAll(/[\u0080-\uffff]+/g)) {
    const isMark = (char: string) => quotes.includes(char) || hyphens.includes(char) || unseen.test(char)
    const left = text[index - 1]
    const right = text[index + run.length]
    let isWord = isLetter(left)
    for (const [at, char] of [...run].entries()) {
      if (isMark(char)) {
        // behind a letter of its own it may be the second half of one; between letters only the apostrophe stands
        if (at > 0 && isLetter(run[at - 1])) return false
        if (char !== '’' && quotes.includes(char) && !'–—…'.includes(char) && isWord && isLetter(run[at + 1] ?? right))
          return false
        isWord = false
      } else {
        if (alphabet.worth(char.toLowerCase()) !== 1 || (isWord && isUpper(char))) return false
        isWord = true
      }
    }
  }
  return true
}

/** So many words written as no sound text writes them make a page worth a search. */
const odd = 3
/** Characters of Chinese, Japanese and Korean with their punctuation. */
export const wideText =
  /^[\u2e80-\u30ff\u3130-\u318f\u3200-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\ud840-\udbff\udc00-\udfff]+$/

/** The same for another script: its own letters, and capitals at the beginning of words only, but for a heading or two. */
function isPlainScript(text: string, alphabet: Alphabet): boolean {
  let found = 0
  for (const [run] of text.matchAll(/[\u0080-\uffff]+/g)) {
    const chars = [...run]
    for (const char of chars) {
      if (quotes.includes(char) || hyphens.includes(char) || unseen.test(char)) continue
      if (alphabet.worth(char.toLowerCase()) === undefined && alphabet.worth(char) === undefined) return false
    }
    if (chars.slice(1).some((char) => isUpper(char)) && ++found >= odd) return false
  }
  return true
}

const scripts = [
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Han}/u,
] as const
const isAlike = (char: string, other: string | undefined) =>
  other !== undefined && scripts.some((script) => script.test(char) && script.test(other))

/** Not of this alphabet, but of its script. */
const isForeignLetter = (char: string, { isLatin }: Alphabet) => isLatin === /\p{Script=Latin}/u.test(char)
