import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured } from '../src/content/measured.ts'

/** Numbers that scripts measured, as running text names them: `{{measured.typical}}`. */
export function measuredValues(): Readonly<Record<string, string>> {
  const file = join(import.meta.dirname, '..', 'src', 'content', 'measured.json')
  const { typicalSeconds, books, caseStudy } = JSON.parse(readFileSync(file, 'utf8')) as Measured
  const seconds = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)))
  return {
    'measured.typical': seconds(typicalSeconds),
    'measured.books': String(books),
    'case.found': caseStudy.found.toLocaleString('en'),
    'case.fixed': caseStudy.fixed.toLocaleString('en'),
    'case.left': caseStudy.left.toLocaleString('en'),
    'case.wordsAfter': caseStudy.wordsAfter.toLocaleString('en'),
    'case.seconds': seconds(caseStudy.seconds),
    'case.words': caseStudy.words.toLocaleString('en'),
    'case.size': (caseStudy.bytes / 1_048_576).toFixed(1),
    'case.files': String(caseStudy.files),
  }
}
