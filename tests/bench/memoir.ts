import { archived } from '../../activities/demo/archive.ts'
import { type FaultName, type Planted, planted } from '../../activities/demo/faults.ts'
import { type Design, type Files, soundBook } from '../../activities/demo/sound-book.ts'
import type { Chapter } from '../../activities/demo/texts/chapter.ts'

/** How many faults the memoir of the case study has; each is one finding of the checker. */
export const memoirFaults = 1847

const chapters = 24
const paragraphs = 84

function* dice(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const openings = [
  'That year the house smelled of apples until March.',
  'My mother kept the house key in the bread bin.',
  'Nobody in the house spoke of the war before supper.',
  'The house had eleven windows, and I have washed them all.',
  'We painted the house twice, both times in the wrong colour.',
  'When the river rose, the house stood in it to the second step.',
  'My brother came back to the house with a dog and no luggage.',
  'The house was sold in May and bought back in October.',
]
const seconds = [
  'I was nine and believed that all winters were long.',
  'There is a photograph of it, and in the photograph it is summer.',
  'My aunt told it otherwise, and she was there.',
  'We laughed about it for thirty years, and then we stopped.',
  'The café on the corner closed the week after.',
  'I found the letter much later, folded into a cookery book.',
  'Father wrote the sum on the wall, where it stayed.',
  'It rained, as it does in every story that we tell.',
]
const thirds = [
  'I would give a good deal to hear that door again.',
  'Nothing came of it, which was the best that could come.',
  'The rest I know only from the neighbours.',
  'We walked home by the mill, without a word.',
  'Since then I have never trusted a timetable.',
  'She kept the ticket; I have it here.',
]

function text(): Chapter[] {
  const roll = dice(1847)
  const pick = (list: readonly string[]) => list[Math.floor(roll.next().value * list.length)]!
  return Array.from({ length: chapters }, (_, chapter) => ({
    heading: `${chapter + 1}. The year ${1931 + chapter * 3}`,
    paragraphs: Array.from({ length: paragraphs }, (_, at) =>
      [pick(openings), pick(seconds), ...(at % 3 === 0 ? [pick(seconds)] : []), pick(thirds)].join(' '),
    ),
  }))
}

const design: Design = {
  text: {
    title: 'The House on Mill Street',
    author: 'A script of this project',
    language: 'en',
    source: 'Written by tests/bench/memoir.ts',
    chapters: text(),
  },
  id: '7a6f2c52-8d24-4f0b-9a31-1847184718ab',
  styles: ['body { margin: 5%; }', 'h1 { text-align: center; }', '.plate { text-align: center; }', 'p { margin: 0; }'],
  scenes: Array.from({ length: 9 }, (_, index) => ({
    width: 400,
    height: 560,
    seed: 1931 + index,
    top: [120, 120, 118],
    foot: [214, 210, 200],
    light: [250, 248, 240],
    hill: [58, 58, 56],
  })),
}

/** What old programs leave, in the order in which they visit the paragraphs; the habits of one program come together. */
const habits: readonly FaultName[] = [
  'an align attribute',
  'an align attribute',
  'a <font>',
  'a <center>',
  'a <big>',
  'an align attribute',
  'a <font>',
  'a <tt>',
  'a link in the wrong case',
  'a <strike>',
  'a <center>',
  'a <font>',
  'a link to a place that is not there',
]

const place = (number: number) => String(number).padStart(2, '0')

/** The sound book and what was done to it, a row for each fault. */
export function memoir(): { readonly sound: Files; readonly rows: readonly Planted[] } {
  const sound = soundBook(design)
  const opf = 'EPUB/package.opf'
  const rows: Planted[] = [
    { fault: 'an empty language', feature: 15, file: opf, line: 7 },
    { fault: 'an empty publisher', feature: 15, file: opf, line: 9 },
    { fault: 'a date of change without its time', feature: 15, file: opf, line: 11 },
    ...Array.from({ length: chapters }, (_, index): Planted[] => {
      const file = `EPUB/text/chapter-${place(index + 1)}.xhtml`
      return [
        { fault: 'an NCX id that begins with a digit', feature: 13, file: 'EPUB/toc.ncx', line: 8 + index },
        { fault: 'a page colour in an attribute', feature: 8, file, line: 8 },
        ...(index < 8 ? [{ fault: 'space around a picture in an attribute', feature: 8, file, line: 11 } as const] : []),
      ]
    }).flat(),
  ]
  for (let at = 0; rows.length < memoirFaults; at += 1) {
    const chapter = Math.floor(at / paragraphs)
    const line = (chapter < 8 ? 12 : 11) + (at % paragraphs)
    const fault = habits[at % habits.length]!
    rows.push({
      fault,
      feature: /link/.test(fault) ? 14 : 8,
      file: `EPUB/text/chapter-${place(chapter + 1)}.xhtml`,
      line,
      word: 'house',
    })
  }
  return { sound, rows }
}

export const memoirBook = (): Promise<Uint8Array> => {
  const { sound, rows } = memoir()
  return archived(planted(sound, rows))
}
