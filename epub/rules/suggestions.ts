import { altText } from './alt-text.ts'
import { chapterContents } from './chapter-contents.ts'
import { encodingInference } from './encoding-inference.ts'
import { languageBook } from './language-book.ts'
import { languageDocument } from './language-document.ts'
import { metadataInference } from './metadata-inference.ts'
import type { Rule } from './rule.ts'

/** What no rule of EPUB can know and statistics or a model can guess: most of it is done only once a person has picked it. */
export const suggestionRules: readonly Rule[] = [
  languageBook,
  languageDocument,
  altText,
  metadataInference,
  chapterContents,
  encodingInference,
]
