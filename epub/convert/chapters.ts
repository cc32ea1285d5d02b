import type { ChapterDetection } from './formats.ts'
import { type Block, plainText } from './model.ts'

const opening =
  /^(?:(?:chapter|part|book|act|kapitel|teil|buch|chapitre|partie|livre|cap[ií]tulo|parte|libro|capitolo|hoofdstuk|deel|rozdzia[łl])\s+(?:[0-9]{1,3}|[ivxlcdm]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|thirty|eins|zwei|drei|premier|uno|dos|tres)(?:\s*[.:—–-].{0,80})?|(?:prologue|epilogue|foreword|preface|introduction|afterword|acknowledge?ments|about the author|dedication|interlude|prolog|epilog|vorwort|nachwort|einleitung|pr[ée]face|pr[óo]logo|ep[íi]logo|第[0-9一二三四五六七八九十百]{1,5}[章回話部巻])\.?)\s*$/i

export const opensChapter = (line: string) => line.length <= 120 && opening.test(line.trim())

/** `Chapter 3 The Letter`: a number and a name without a sign between, on a line of its own. */
const numbered =
  /^(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo|hoofdstuk|rozdzia[łl])\s+(?:[0-9]{1,3}|[IVXLCDM]{1,8})\s+\p{Lu}?[^.!?;]{1,70}$/iu

export const opensChapterAlone = (line: string) => opensChapter(line) || numbered.test(line.trim())

/** Paragraphs that are headings in all but name become headings, where a manuscript has no heading at all. */
export function findChapters(blocks: readonly Block[], detection: ChapterDetection): Block[] {
  if (detection !== 'auto' || blocks.some((block) => block.kind === 'heading')) return [...blocks]
  return blocks.map((block): Block => {
    if (block.kind !== 'paragraph' || !opensChapterAlone(plainText(block.children))) return block
    const { kind: _, dropCap: __, ...rest } = block
    return { ...rest, kind: 'heading', level: 1 }
  })
}

/** Deepest level of heading that begins a chapter; 0 for none. */
function splitLevel(blocks: readonly Block[], detection: ChapterDetection): number {
  if (detection === 'none') return 0
  if (detection === 'h1') return 1
  if (detection === 'h2') return 2
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (const block of blocks) if (block.kind === 'heading') counts[block.level] = (counts[block.level] ?? 0) + 1
  // A single heading of the first level is the title of the book; its chapters stand below.
  for (let level = 1; level <= 3; level++) if ((counts[level] ?? 0) > 1) return level
  return 1
}

/** Books of more files are slow everywhere: neighbours share one then. */
const mostFiles = 2000

/** The files of a book; breaks of the page inside a chapter are kept. A heading that follows another one with nothing between stays with it. */
export function splitChapters(blocks: readonly Block[], detection: ChapterDetection): Block[][] {
  const level = splitLevel(blocks, detection)
  const chapters: Block[][] = []
  let current: Block[] = []
  /** Whether the chapter has more than headings so far. */
  let hasText = false
  let hasHeading = false
  const close = () => {
    while (current.at(-1)?.kind === 'page-break') current.pop()
    if (current.length > 0) chapters.push(current)
    current = []
    hasText = hasHeading = false
  }
  for (const [i, block] of blocks.entries()) {
    if (block.kind === 'heading' && block.level <= level && hasText) close()
    else if (block.kind === 'page-break' && detection === 'auto') {
      const next = blocks[i + 1]
      const isChapterNext = next?.kind === 'heading' && next.level <= level
      if (isChapterNext || (chapters.length === 0 && !hasHeading)) close()
    }
    if (block.kind === 'page-break' && (current.length === 0 || i === blocks.length - 1)) continue
    current.push(block)
    if (block.kind === 'heading') hasHeading = true
    else hasText = true
  }
  close()
  if (chapters.length === 0) return [[]]
  const together = Math.ceil(chapters.length / mostFiles)
  if (together === 1) return chapters
  return Array.from({ length: Math.ceil(chapters.length / together) }, (_, i) =>
    chapters.slice(i * together, (i + 1) * together).flat(),
  )
}
