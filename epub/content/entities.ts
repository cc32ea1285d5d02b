import { decodeHTMLStrict } from 'entities'

/** Names that the DTDs of XHTML 1.0 and 1.1 declare (Latin 1, symbols, special). */
const declaredByXhtml = new Set(
  (
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
    'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
    'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml ' +
    'OElig oelig Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger permil lsaquo rsaquo euro ' +
    'fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv ' +
    'bull hellip prime Prime oline frasl weierp image real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades clubs hearts diams'
  ).split(' '),
)

/** The same with their characters, as a parser wants them. */
let xhtmlCharacters: Readonly<Record<string, string>> | undefined
export const xhtmlEntities = () =>
  (xhtmlCharacters ??= Object.fromEntries([...declaredByXhtml].map((name) => [name, namedCharacter(name) ?? ''])))

/** A document type whose DTD declares the named characters of HTML. */
export const xhtmlDoctype = /<!DOCTYPE\s+[\w:]+\s+PUBLIC\s+["'][^"']*(?:XHTML|DTD OEB)[^"']*["']/i

export const isXhtmlEntity = (name: string) => declaredByXhtml.has(name)

/** What a named character of HTML stands for; undefined for a name HTML does not know. */
export function namedCharacter(name: string): string | undefined {
  const decoded = decodeHTMLStrict(`&${name};`)
  return decoded === `&${name};` ? undefined : decoded
}

/** The five names that XML itself knows. */
export const isXmlEntity = (name: string) => /^(?:amp|lt|gt|quot|apos)$/.test(name)

/** Whether XML 1.0 admits the code point (section 2.2). */
export const isXmlCharacter = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)

/** General entities of the document's own subset, by name: the text, or undefined for one kept elsewhere or made of others. */
export function ownEntities(source: string): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  const subset = /<!DOCTYPE[^>[]*\[([\s\S]*?)\]\s*>/i.exec(source.slice(0, 65536))?.[1]
  if (!subset) return found
  for (const [, name, external, , value] of subset
    .replace(/<!--[\s\S]*?-->/g, '')
    .matchAll(/<!ENTITY\s+([\w.:-]+)\s+(?:(SYSTEM|PUBLIC)\s[^>]*|(["'])([\s\S]*?)\3\s*)>/g)) {
    if (!name || found.has(name)) continue
    const plain = !external && value !== undefined && !/&(?!#?\w+;)|<|&(?!#|amp;|lt;|gt;|quot;|apos;)/.test(value)
    found.set(name, plain ? value : undefined)
  }
  return found
}
