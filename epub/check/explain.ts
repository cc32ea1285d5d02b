/** What a kind of message means to people: why it matters, and what to do. */
export interface Explanation {
  readonly why: string
  readonly help: string
}

/** Ids that mean the same to a person share a line. */
const table: readonly (readonly [ids: string, why: string, help: string])[] = [
  // the archive
  [
    'PKG-003 PKG-004 PKG-008 PKG-015',
    'Programs that read books cannot open the file.',
    'Repair the archive, or pack the book again.',
  ],
  [
    'PKG-005 PKG-006 PKG-007',
    'Readers and shops tell by “mimetype” that the file is an EPUB.',
    'Pack “mimetype” first, unpacked, with “application/epub+zip” and nothing else.',
  ],
  [
    'PKG-009 PKG-010 PKG-011 PKG-012',
    'Some systems cannot store a file of this name, so it is lost when the book is unpacked.',
    'Rename the file to plain letters, digits, hyphens and full stops, and every reference with it.',
  ],
  ['PKG-013', 'Readers of EPUB 2 open one rendition only.', 'Leave one package document in the container.'],
  ['PKG-014', 'An empty folder does no harm, but it is a leftover.', 'Remove the folder.'],
  ['PKG-016 PKG-017 PKG-024', 'Programs choose what to open by the extension.', 'Name the file “….epub”.'],
  ['PKG-021 MED-004', 'Readers show a gap where the picture should be.', 'Export the picture anew and replace the file.'],
  ['PKG-022', 'Some readers tell the type of a picture by its extension.', 'Give the file the extension of what it is.'],
  [
    'PKG-025',
    '“META-INF” is for files about the container; readers do not look for content there.',
    'Move the file out of “META-INF”.',
  ],
  [
    'PKG-026',
    'Readers undo obfuscation for fonts alone, so the file is unreadable.',
    'Store the file as it is, and take it out of “encryption.xml”.',
  ],
  [
    'PKG-027',
    'The names in the archive cannot be read, so references do not find their files.',
    'Pack the book with a program that writes names in UTF-8.',
  ],
  [
    'RSC-002 RSC-003 OPF-002 OPF-016 OPF-017',
    'Without it no reader finds where the book begins.',
    'Put a “META-INF/container.xml” into the archive that names the package document.',
  ],
  ['OPF-060', 'When the book is unpacked one of the files replaces the other.', 'Rename one of them, and the references to it.'],
  [
    'RSC-004',
    'What is encrypted cannot be checked, and most readers cannot show it.',
    'Remove the encryption if the file should be readable everywhere.',
  ],
  ['RSC-019', 'Readers choose among renditions by what is said there.', 'Add a “META-INF/metadata.xml”.'],
  // markup
  [
    'RSC-005',
    'Readers guess what is meant where markup breaks the rules, each in its own way.',
    'Change the markup to what is allowed at this place.',
  ],
  [
    'RSC-016',
    'Many readers show an error, or nothing, in place of the whole document.',
    'Make the document well-formed: close what is open, quote attributes, write “&” as “&amp;”.',
  ],
  ['RSC-017', 'It works today, but it is outdated or against good practice.', 'Write it as the message says.'],
  [
    'HTM-001 HTM-003 HTM-004 HTM-009 OPF-073',
    'Readers use XML 1.0 and do not fetch what stands outside the book.',
    'Set the declaration to “<!DOCTYPE html>” (EPUB 3), and declare no entities that point outside.',
  ],
  [
    'HTM_058 RSC-027 RSC-028 CSS-003 CSS-004',
    'Letters may be shown wrong.',
    'Store the file in UTF-8, and say so in its declaration.',
  ],
  ['HTM-007', 'A voice would say nothing in place of the word.', 'Give the pronunciation, or remove the attribute.'],
  ['HTM-025 OPF-021', 'Nobody knows what to open the address with.', 'Correct the address, or remove the link.'],
  ['HTM-045', 'The link leads to its own page, which is hardly meant.', 'Give the link an address, or remove it.'],
  [
    'HTM-046 HTM-047 HTM-048 HTM_056 HTM_057 HTM_059 HTM_060a',
    'Without its size a page of fixed layout is scaled wrongly, or not shown.',
    'State one size: “width=…, height=…” in the viewport, or “viewBox” on a drawing.',
  ],
  ['HTM_060b', 'It has no effect where text flows.', 'Remove the viewport, if the page is not meant to have a fixed layout.'],
  [
    'HTM-051 HTM-052 NAV-003 OPF-066',
    'The profile of the publication demands it.',
    'Add what is missing, or take the type out of the metadata.',
  ],
  ['HTM_054 HTM_061', 'Readers may drop the attribute or misread it.', 'Rename the attribute: “data-” and small letters.'],
  ['HTM_055', 'Reading systems need not support the element.', 'Do without it.'],
  ['ACC-011', 'A voice can only say that there is a link.', 'Give the link a “title”, a text or an “aria-label”.'],
  ['HTM-010', 'People and programs take the prefix for that of EPUB.', 'Use another prefix for this vocabulary.'],
  ['RSC-025', 'Older readers know SVG 1.1 alone.', 'Nothing needs to be done, if the drawing looks right.'],
  ['ACC-009', 'Readers with a voice cannot say the formula.', 'Add an “alttext” to it.'],
  // style
  ['CSS-001', 'Readers may ignore it, and text runs the wrong way.', 'Say the direction in the markup, by “dir”.'],
  ['CSS-002 CSS-019', 'The rule has no effect.', 'Complete it, or remove it.'],
  ['CSS-005', 'Readers cannot tell when to use the style sheet.', 'Leave one tag of each pair.'],
  [
    'CSS-029',
    'Readers mark what they read aloud by the class that the package document names.',
    'Name the class there, by “media:active-class” or “media:playback-active-class”.',
  ],
  ['CSS-006', 'Pages are not a screen: the element may cover text.', 'Do without a fixed position.'],
  ['CSS-007', 'Many readers do not load the font.', 'Use OpenType, TrueType or WOFF.'],
  ['CSS-008', 'Readers skip what they cannot read: parts of the design are lost.', 'Correct the style sheet at this place.'],
  ['CSS-015', 'Readers offer alternative styles by their titles.', 'Give the link a “title”.'],
  ['CSS-028', 'The font takes room; not every reader uses it.', 'Nothing needs to be done.'],
  ['CSS-030', 'What is read aloud cannot be marked.', 'Link the style sheet that has the class.'],
  // links and files
  [
    'RSC-001 RSC-007 RSC-007w',
    'There is a gap, or a link that leads nowhere.',
    'Add the file, correct the address, or remove the reference.',
  ],
  [
    'RSC-006 RSC-006b RSC-031',
    'A book must be readable without a network, and what lies elsewhere may vanish.',
    'Put the file into the book.',
  ],
  ['RSC-008 OPF-003', 'Readers may leave out a file that the manifest does not declare.', 'Add the file to the manifest.'],
  [
    'RSC-009 RSC-013 RSC-014 RSC-015 MED_014 MED_017 MED_018',
    'The part of the address after “#” means nothing there.',
    'Remove it, or point it at something that can be shown.',
  ],
  [
    'RSC-010 RSC-032 MED-003 MED_007 MED-005 OPF-043 OPF-044',
    'Not every reader can show this type.',
    'Convert the file to a type that every reader knows, or give it a fallback.',
  ],
  [
    'RSC-011 RSC-021 OPF-096 OPF-096b',
    'Readers cannot go to a document that is not in the reading order.',
    'Add the document to the spine, or remove the reference.',
  ],
  [
    'RSC-012',
    'The link leads to the top of the document, or nowhere.',
    'Correct the part after “#”, or give the target this id.',
  ],
  [
    'RSC-020 RSC-026 RSC-030 RSC-033 OPF-006',
    'Readers cannot resolve the address.',
    'Write the address of a file of the book, relative and percent-encoded.',
  ],
  ['RSC-029', 'Readers need not open data in an address.', 'Store the data as a file of the book.'],
  // package
  ['OPF-001 OPF-047', 'Readers choose by the version how to read the book.', 'Set “version” of the package to “3.0” or “2.0”.'],
  [
    'OPF-004 OPF-004a OPF-004b OPF-004c OPF-004d OPF-004e OPF-005 OPF-007 OPF-007a OPF-007b OPF-007c OPF-028',
    'Properties with the prefix lose their meaning.',
    'Declare each prefix as “name: address”, and leave the reserved ones alone.',
  ],
  [
    'OPF-012 OPF-014 OPF-015 OPF-018 OPF-018b OPF-026 OPF-027',
    'Readers prepare for what the properties promise: scripts, drawings, formulas.',
    'Make “properties” of the item say what the document has.',
  ],
  [
    'OPF-013 OPF-029 OPF-035 OPF-037 OPF-038 OPF-039 OPF-090 CHK-008',
    'Readers treat a file as what it is declared to be.',
    'Set “media-type” to what the file is.',
  ],
  ['OPF-025', 'Only one value is read.', 'Split it into two metadata entries.'],
  [
    'OPF-030 OPF-048 NCX-001 NCX-004 OPF-085',
    'Libraries tell books apart by their identifier.',
    'State one identifier, refer to it by “unique-identifier”, and repeat it exactly in the NCX.',
  ],
  ['OPF-031 OPF-032', 'An entry of the guide leads nowhere.', 'Correct or remove the entry.'],
  [
    'OPF-033 OPF-034 OPF-042 OPF-049 OPF-077',
    'The reading order has gaps, or pages that cannot be shown.',
    'Let the spine name each document of the text once, and nothing else.',
  ],
  [
    'OPF-040 OPF-041 OPF-045',
    'Readers that need the fallback find none.',
    'Name an item of the manifest that every reader can show, without a circle.',
  ],
  ['OPF-050 OPF-062 OPF-063', 'The contents of older readers stay empty.', 'Let “toc” of the spine name the NCX.'],
  [
    'OPF-052 OPF-053 OPF-054 OPF-055 OPF-065 OPF-072 OPF-086 OPF-089 OPF-092',
    'Libraries and shops read the metadata by machine.',
    'Write the value as EPUB prescribes, or remove the entry.',
  ],
  ['OPF-064', 'More rules apply to such a publication.', 'Nothing needs to be done, if the type is right.'],
  [
    'OPF-067 OPF-074 OPF-091 OPF-093 OPF-094 OPF-095 OPF-098 OPF-099 OPF-097',
    'The list of files is not unambiguous.',
    'Declare every file once, with its type, under its plain address.',
  ],
  [
    'OPF-070 OPF-071 OPF-075 OPF-076 OPF-078 OPF-079 OPF-080 OPF-081 OPF-082 OPF-083 OPF-084 NAV-009',
    'Readers cannot use the collection.',
    'Let it name only what its kind allows, all of it in the book.',
  ],
  // navigation and sound
  ['NAV-001 NAV-010', 'Contents lead through the book itself.', 'Let every entry lead to a document of the book.'],
  ['NAV-011 MED_015', 'Readers jump back and forth.', 'Put the entries in the order of the text.'],
  [
    'NAV-004 NAV-005 NAV-006 NAV-007 NAV-008',
    'Learners look things up: sections, figures, tables, sound, films.',
    'Add the list to the navigation document.',
  ],
  [
    'OPF-086b OPF-087 OPF-088',
    'Readers pass over types that they do not know.',
    'Use a type of the present vocabulary, an element of XHTML, or one with a prefix of your own.',
  ],
  ['NCX-006', 'The entry cannot be seen.', 'Give it a text.'],
  [
    'MED-008 MED-009 MED_010 MED_011 MED_012 MED_013 MED_016',
    'Sound and text do not run together.',
    'Correct the media overlay, and which document it belongs to.',
  ],
]

const explanations: ReadonlyMap<string, Explanation> = new Map(
  table.flatMap(([ids, why, help]) => ids.split(' ').map((id) => [id, { why, help }] as const)),
)

/** Why a message matters and what to do; undefined for ids that our checker does not give. */
export const explain = (id: string): Explanation | undefined => explanations.get(id)
