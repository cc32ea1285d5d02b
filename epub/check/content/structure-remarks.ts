import type { Place } from '../document/xml-document.ts'
import { type Property, structureUri } from '../package/vocabulary.ts'
import type { Say } from '../report.ts'

const words = (text: string) => text.split(/\s+/)

/** The EPUB 3 Structural Semantics Vocabulary, as EPUBCheck 5.3.0 knows it. */
const structureNames = words(
  `abstract acknowledgments afterword annoref annotation appendix aside assessment backlink backmatter biblioentry bibliography
  biblioref bodymatter bridgehead chapter colophon concluding-sentence conclusion contributors copyright-page cover covertitle
  credit credits dedication division endnote endnotes epigraph epilogue errata figure footnote footnotes foreword frontmatter
  fulltitle glossary glossdef glossref glossterm halftitle halftitlepage help imprimatur imprint index introduction keyword
  landmarks learning-objective learning-resource list list-item loa loi lot lov marginalia note noteref notice other-credits
  pagebreak page-list part preamble preface prologue pullquote qna rearnote rearnotes revision-history sidebar subchapter
  subtitle table table-cell table-row tip title titlepage toc topic-sentence volume warning`,
)
/** Those of data navigation, dictionaries, indexes and comics, which content documents may use. */
const specialNames = words(
  `region-based antonym-group condensed-entry def dictentry dictionary etymology example gram-info idiom part-of-speech
  part-of-speech-group part-of-speech-list phonetic-transcription phrase-group phrase-list sense-group sense-list synonym-group
  tran tran-info index-editor-note index-entry index-entry-list index-group index-headnotes index-legend index-locator
  index-locator-list index-locator-range index-term index-term-categories index-term-category index-xref-preferred
  index-xref-related balloon panel panel-group sound-area text-area`,
)
const inOverlays = new Set(structureNames)
const inContent = new Set([...structureNames, ...specialNames])
const outdated = new Set(
  words(`annoref annotation biblioentry bridgehead endnote help marginalia note rearnote rearnotes sidebar subchapter warning`),
)
/** What XHTML has elements for. */
const notInXhtml = new Set(words('aside figure list list-item table table-cell table-row'))

/** Remarks (USAGE) on the values of an `epub:type` in a file of this type. */
export function remarkTypes(found: readonly Property[], mediaType: string, place: Place, say: Say) {
  const known = mediaType === 'application/smil+xml' ? inOverlays : inContent
  const unknown = new Set<string>()
  for (const { uri, name } of found) {
    if (uri !== structureUri) continue
    if (outdated.has(name)) say('OPF-086b', place, `The type “${name}” is outdated.`)
    if (mediaType === 'application/xhtml+xml' && notInXhtml.has(name))
      say('OPF-087', place, `The type “${name}” is not for XHTML, which has an element for it.`)
    if (!known.has(name)) unknown.add(name)
  }
  for (const name of unknown) say('OPF-088', place, `The type “${name}” is not in the vocabulary.`)
}
