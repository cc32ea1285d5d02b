/** Languages of Kindle books at KDP, by primary subtag. KDP help, “Supported languages”, as told by secondary sources, 2026-11. */
const languages = new Set(
  'af gsw ar eu nb br ca zh kw co da nl vls frs en fi fr fy frr gl de gu hi is ga it ja lb ml gv mr no nn pt oc prv rm sco gd es sv ta cy'.split(
    ' ',
  ),
)

export const isKindleLanguage = (tag: string) => languages.has(tag.toLowerCase().split('-')[0]!)
