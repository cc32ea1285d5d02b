/** Words for a chapter or a part of a book; common knowledge of the languages, put down by hand. */
const chapterWords =
  'chapter chap ch part book volume act scene canto letter stave section kapitel teil buch abschnitt akt brief band chapitre partie livre tome acte scène lettre capítulo capitulo cap parte libro acto carta capitolo atto lettera libro capítol part llibre capitol partea cartea hoofdstuk deel boek kapitel del bok avsnitt brev kapittel kapitel del bog luku osa kirja peatükk osa nodaļa daļa skyrius dalis rozdział część księga rozdzia tom kapitola díl kniha část časť fejezet rész könyv poglavje del knjiga poglavlje dio deo bölüm kısım kitap kafli hluti bab bagian fasal chương phần quyển kapitulu atala глава часть книга том розділ частина книга раздзел частка глава част книга поглавље део книга поглавје κεφάλαιο κεφαλαιο μέρος μεροσ βιβλίο פרק חלק ספר الفصل الباب الجزء فصل باب بخش अध्याय भाग खंड অধ্যায় บทที่ บท ตอนที่ 제'.split(
    ' ',
  )

/** What stands before and behind the chapters. */
const matterWords =
  'prologue epilogue foreword preface introduction afterword postscript conclusion appendix acknowledgements acknowledgments dedication interlude intermezzo glossary prolog epilog vorwort nachwort einleitung einführung schluss anhang danksagung widmung zwischenspiel prologue épilogue préface avant-propos introduction postface conclusion annexe remerciements dédicace prólogo epílogo prefacio introducción posfacio conclusión apéndice agradecimientos dedicatoria prologo epilogo prefazione introduzione postfazione conclusione appendice ringraziamenti dedica prefácio introdução posfácio conclusão apêndice agradecimentos proloog epiloog voorwoord inleiding nawoord besluit bijlage dankwoord förord inledning efterord slutord forord indledning innledning efterskrift etterord johdanto esipuhe prologi epilogi jälkisanat proloog eessõna järelsõna prologs epilogs priekšvārds pratarmė įvadas prologas epilogas prolog epilog przedmowa wstęp posłowie zakończenie předmluva úvod doslov závěr predslov záver előszó bevezetés utószó prológus epilógus prolog epilog predgovor uvod pogovor önsöz giriş sonsöz formáli inngangur eftirmáli prakata pendahuluan penutup пролог эпилог предисловие введение послесловие заключение вступление передмова вступ післямова епілог предговор въведение послеслов увод πρόλογος επίλογος εισαγωγή πρόλογοσ הקדמה מבוא אחרית אפילוג مقدمة خاتمة تمهيد مقدمه پیشگفتار प्रस्तावना भूमिका उपसंहार 序章 終章 序文 前言 後記 后记 序言 楔子 尾声 프롤로그 에필로그 서문 บทนำ คำนำ'.split(
    ' ',
  )

const numberWords: Readonly<Record<string, string>> = {
  en: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  en2: 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  de: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  de2: 'erstes zweites drittes viertes fünftes sechstes siebentes achtes neuntes zehntes elftes zwölftes dreizehntes vierzehntes fünfzehntes sechzehntes siebzehntes achtzehntes neunzehntes zwanzigstes',
  de3: 'erster zweiter dritter vierter fünfter sechster siebter achter neunter zehnter elfter zwölfter',
  fr: 'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  fr2: 'premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
  fr3: 'première seconde troisième',
  es: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
  es2: 'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo',
  es3: 'primera segunda tercera cuarta quinta sexta séptima octava novena décima',
  it: 'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
  it2: 'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo',
  pt: 'um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte',
  pt2: 'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo',
  nl: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
  nl2: 'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende',
  sv: 'ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo',
  sv2: 'första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde',
  da: 'et to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve',
  da2: 'første anden tredje fjerde femte sjette syvende ottende niende tiende',
  fi: 'yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen',
  fi2: 'ensimmäinen toinen kolmas neljäs viides kuudes seitsemäs kahdeksas yhdeksäs kymmenes',
  pl: 'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć',
  pl2: 'pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty',
  cs: 'první druhá třetí čtvrtá pátá šestá sedmá osmá devátá desátá',
  hu: 'első második harmadik negyedik ötödik hatodik hetedik nyolcadik kilencedik tizedik',
  tr: 'bir iki üç dört beş altı yedi sekiz dokuz on',
  tr2: 'birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu',
  ru: 'один два три четыре пять шесть семь восемь девять десять',
  ru2: 'первая вторая третья четвёртая пятая шестая седьмая восьмая девятая десятая одиннадцатая двенадцатая',
  ru3: 'первый второй третий четвертый пятый шестой седьмой восьмой девятый десятый',
  uk: 'перший другий третій четвертий п’ятий шостий сьомий восьмий дев’ятий десятий',
  bg: 'първа втора трета четвърта пета шеста седма осма девета десета',
  el: 'πρώτο δεύτερο τρίτο τέταρτο πέμπτο έκτο έβδομο όγδοο ένατο δέκατο',
  ar: 'الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر',
  he: 'ראשון שני שלישי רביעי חמישי שישי שביעי שמיני תשיעי עשירי',
}

const fold = (word: string) => word.normalize('NFC').toLowerCase().replace(/ς/g, 'σ')

const chapters = new Set(chapterWords.map(fold))
const matters = new Set(matterWords.map(fold))
const numbers = new Map<string, number>()
for (const list of Object.values(numberWords))
  for (const [index, word] of list.split(' ').entries()) if (!numbers.has(fold(word))) numbers.set(fold(word), index + 1)

const tens: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70 }
const roman = /^(?=[ivxlc])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/i

function romanValue(text: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }
  const digits = [...text.toLowerCase()].map((digit) => values[digit]!)
  return digits.reduce((sum, value, at) => sum + (value < (digits[at + 1] ?? 0) ? -value : value), 0)
}

const han = '一二三四五六七八九'
function hanValue(text: string): number | undefined {
  const match = /^(?:([一二三四五六七八九])?百零?)?(?:([一二三四五六七八九])?十)?([一二三四五六七八九])?$/.exec(text)
  if (!match || text === '') return undefined
  const digit = (char: string | undefined, without: number) => (char ? han.indexOf(char) + 1 : without)
  return (
    (text.includes('百') ? digit(match[1], 1) * 100 : 0) +
    (text.includes('十') ? digit(match[2], 1) * 10 : 0) +
    digit(match[3], 0)
  )
}

const digitsOf = (text: string) =>
  text.replace(/[٠-٩۰-۹०-९০-৯๐-๙０-９]/g, (char) => {
    const code = char.codePointAt(0)!
    for (const zero of [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10])
      if (code >= zero && code <= zero + 9) return String(code - zero)
    return char
  })

/** The number that a word says: digits, Roman numerals, words. Undefined for others and for what no chapter is numbered. */
export function numberIn(word: string): number | undefined {
  const plain = digitsOf(word).replace(/^[([{«"'—–-]+|[.)\]}:,;»"'—–-]+$/g, '')
  if (/^\d{1,3}$/.test(plain)) return Number(plain) || undefined
  if (roman.test(plain) && (plain === plain.toUpperCase() || plain === plain.toLowerCase())) return romanValue(plain) || undefined
  const folded = fold(plain)
  const compound = /^(twenty|thirty|forty|fifty|sixty|seventy)(?:-(\w+))?$/.exec(folded)
  if (compound) return tens[compound[1]!]! + (compound[2] ? (numbers.get(compound[2]) ?? 0) : 0)
  return numbers.get(folded) ?? hanValue(plain)
}

export interface Opening {
  /** `chapter`: a word and its number; `numeral`: a number alone; `numbered`: a number and a title; `matter`: front and back. */
  readonly kind: 'chapter' | 'numeral' | 'numbered' | 'matter'
  readonly number?: number
  /** The word before or behind the number, folded: chapters and parts are counted apart. */
  readonly word?: string
  /** Nothing but word and number stands there: a title may follow in a line of its own. */
  readonly bare: boolean
}

const cjk = /^第\s*([0-9０-９]{1,3}|[一二三四五六七八九十百]{1,6})\s*([章回話话部巻卷節节篇幕])\s*(.*)$/u
const korean = /^제?\s*([0-9]{1,3})\s*(장|부|화|편)(?:\s+(.*)|[.:]\s*(.*))?$/u

/** How a line opens a chapter, if it does. */
export function openingOf(line: string): Opening | undefined {
  const text = line.replace(/^[\s*•·—–_~=-]+|[\s*•·—–_~=-]+$/g, '')
  const asian = cjk.exec(text) ?? korean.exec(text)
  if (asian) {
    const number = numberIn(asian[1]!)
    if (number) return { kind: 'chapter', number, word: asian[2], bare: !(asian[3] ?? asian[4]) }
  }
  const thai = /^(บทที่|ตอนที่)\s*([0-9๐-๙]{1,3})\s*(.*)$/u.exec(text)
  if (thai) return { kind: 'chapter', number: numberIn(thai[2]!), word: thai[1], bare: thai[3] === '' }
  const parts = text.split(/\s+/)
  const [first = '', second = '', third = ''] = parts
  const strip = (word: string) => fold(word.replace(/[.:,;!()[\]"“”„«»]+/g, ''))
  if (chapters.has(strip(first))) {
    const number = numberIn(second) ?? (/^(the|der|die|das|la|le|il|o|el)$/i.test(second) ? numberIn(third) : undefined)
    if (number) return { kind: 'chapter', number, word: strip(first), bare: parts.length <= (numberIn(second) ? 2 : 3) }
  }
  if (parts.length > 1 && chapters.has(strip(second)) && (first.length > 1 || /^[\dIVXLC一-九]$/.test(first))) {
    const number = numberIn(first)
    if (number) return { kind: 'chapter', number, word: strip(second), bare: parts.length === 2 }
  }
  if (matters.has(strip(first)) && parts.length <= 6) return { kind: 'matter', word: strip(first), bare: parts.length === 1 }
  const alone = parts.length === 1 ? numberIn(first) : undefined
  if (alone) return { kind: 'numeral', number: alone, bare: true }
  const lead = /^(?:[([]?)([\d٠-٩۰-۹०-९]{1,3}|[IVXLC]{1,7})(?:[.):\]]|\s+[—–-])\s*(\S.*)$/u.exec(text)
  if (lead) {
    const number = numberIn(lead[1]!)
    if (number) return { kind: 'numbered', number, bare: false }
  }
  return undefined
}
