import type { Message } from './check/message.ts'

/** EPUBCheck ids by the feature that owns them; the first feature that names an id has it. */
const ids: Readonly<Record<number, string>> = {
  1: 'PKG-003 PKG-004 PKG-008 PKG-014 PKG-015 PKG-027 CHK-008',
  2: 'PKG-005 PKG-006 PKG-007 PKG-016 PKG-017 PKG-024',
  3: 'RSC-002 RSC-003 OPF-001 OPF-002 OPF-016 OPF-017 PKG-013 PKG-020 RSC-019',
  4: 'PKG-009 PKG-010 PKG-011 PKG-012 PKG-025 OPF-060',
  5: 'CSS-003 CSS-004 HTM-058 RSC-027 RSC-028',
  6: 'RSC-016',
  7: 'HTM-001 HTM-003 HTM-004 HTM-009 HTM-010 HTM-011 HTM-044 OPF-073',
  8: 'RSC-005 RSC-017 HTM-007 HTM-054 HTM-055 HTM-061',
  10: 'RSC-001 RSC-008 OPF-003 OPF-067 OPF-074 OPF-091 OPF-097 OPF-098 OPF-099',
  11: 'OPF-013 OPF-029 OPF-035 OPF-037 OPF-038 OPF-039 OPF-090 PKG-022',
  12: 'OPF-033 OPF-034 OPF-042 OPF-043 OPF-044 OPF-049 OPF-050 OPF-077 OPF-096 OPF-096b RSC-011',
  13: 'NCX-001 NCX-004 NCX-006 NAV-001 NAV-003 NAV-004 NAV-005 NAV-006 NAV-007 NAV-008 NAV-010 NAV-011',
  14: 'RSC-007 RSC-007w RSC-009 RSC-012 RSC-013 RSC-014 RSC-015 RSC-020 RSC-026 RSC-030 RSC-033 OPF-010 OPF-021 OPF-031 OPF-032 HTM-025 HTM-045',
  15: 'OPF-030 OPF-048 OPF-052 OPF-053 OPF-054 OPF-055 OPF-065 OPF-072 OPF-085 OPF-092',
  16: 'MED-003 MED-004 PKG-021',
  18: 'CSS-001 CSS-002 CSS-005 CSS-006 CSS-008 CSS-015 CSS-019',
  19: 'OPF-062 OPF-063',
  20: 'PKG-001 PKG-023 OPF-047',
  21: 'OPF-004 OPF-004a OPF-004b OPF-004c OPF-004d OPF-004e OPF-004f OPF-005 OPF-006 OPF-007 OPF-007a OPF-007b OPF-007c OPF-012 OPF-014 OPF-015 OPF-018 OPF-018b OPF-025 OPF-026 OPF-027 OPF-028 OPF-070 OPF-071 OPF-075 OPF-076 OPF-078 OPF-079 OPF-080 OPF-081 OPF-082 OPF-083 OPF-084 OPF-086 OPF-086b OPF-087 OPF-088 OPF-089 OPF-093 OPF-094 OPF-095 RSC-021 HTM-051 HTM-052',
  24: 'OPF-051 OPF-057',
  25: 'CSS-007 CSS-028 PKG-026 RSC-004',
  26: 'ACC-009 ACC-011 OPF-066',
  27: 'RSC-006 RSC-006b RSC-010 RSC-029 RSC-031 HTM-005',
  28: 'HTM-046 HTM-047 HTM-048 HTM-056 HTM-057 HTM-059 HTM-060a HTM-060b OPF-011 NAV-009',
  29: 'MED-005 MED-007 MED-008 MED-009 MED-010 MED-011 MED-012 MED-013 MED-014 MED-015 MED-016 MED-017 MED-018 CSS-029 CSS-030 OPF-036 OPF-040 OPF-041 OPF-045 RSC-032',
}

const owners = new Map<string, number>()
for (const [feature, list] of Object.entries(ids))
  for (const id of list.split(' ')) if (!owners.has(id)) owners.set(id, Number(feature))

/** EPUBCheck spells some ids with an underscore. */
export const plainId = (id: string) => id.replace('_', '-')

/** The feature a message belongs to; for schema messages (RSC-005) the words and the kind of file decide. */
export function featureOf({ id, text, path }: Pick<Message, 'id' | 'text' | 'path'>): number {
  const plain = plainId(id)
  if (plain !== 'RSC-005') return owners.get(plain) ?? 37
  // what else could have stood there says nothing of what is wrong
  const said = text.split(expectations, 1)[0]!
  if (/container\.xml$/.test(path)) return 3
  if (/duplicate|\bID\b|"id" is invalid|attribute ["“]id["”]/i.test(said)) return 9
  if (/\.ncx$/i.test(path) || /\bnav\b/i.test(said)) return 13
  if (/\.opf$/i.test(path)) return /spine|itemref/i.test(said) ? 12 : /manifest|\bitem\b/i.test(said) ? 10 : 15
  if (/title|xmlns|namespace|doctype/i.test(said)) return 7
  return 8
}

/** Where EPUBCheck and our own checker begin to list what a schema would have taken. */
const expectations = /[;,] expected |\. Allowed here: |\. Expected: /
