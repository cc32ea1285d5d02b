/** Ids in the message bundle of EPUBCheck 5.3.0 that no test of ours raises, and why; ids as EPUBCheck prints them. */
const reasons: readonly (readonly [ids: string, reason: string])[] = [
  [
    'ACC-004 ACC-005 ACC-006 ACC-007 ACC-012 OPF-051 OPF-057',
    'EPUBCheck has a text for it, but the severity SUPPRESSED: it is never told.',
  ],
  ['INF-001 HTM-002 HTM-005 HTM-044 OPF-010 OPF-011 OPF-036 PKG-015', 'No class of EPUBCheck 5.3.0 raises it.'],
  [
    'CHK-001 CHK-002 CHK-003 CHK-004 CHK-005 CHK-006 CHK-007',
    'It is about a file of changed severities that the caller of EPUBCheck brings, not about a book.',
  ],
  ['PKG-001 PKG-023', 'It is about the version that the caller of EPUBCheck demands; ours always takes the version of the book.'],
  ['PKG-018', 'There is no such file: the command line says so before anything is checked.'],
  ['PKG-003', 'Shorter than an archive can be: opening refuses it with a sentence before anything is checked.'],
  ['PKG-020', 'A package document that is not there is OPF-002 before this can be said.'],
  ['RSC-022', 'It is about the version of Java.'],
  ['NAV-001', 'It needs a navigation document that is checked alone as EPUB 2; in a book of EPUB 2 nothing is one.'],
  ['HTM-011', 'The XML parser stops at an undeclared entity: RSC-016 is said in its place.'],
  ['OPF-004f', 'EPUBCheck skips white space between prefixes before it looks for wrong white space there: no input was found.'],
  [
    'RSC-024',
    'It is for warnings of the one informative schema, that of strict SVG: a RELAX NG schema gives errors only, RSC-025.',
  ],
]

export const leftOutIds: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([ids, reason]) => ids.split(' ').map((id) => [id, reason] as const)),
)
