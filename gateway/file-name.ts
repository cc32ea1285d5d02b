/** What a browser calls a file is a stranger's text: kept to be shown, never used as a path. */
const longest = 200

/**
 * The last part of what was sent, without control or direction characters, at most 200 characters long. A name ends
 * with its line: what follows a line break was meant for somebody else.
 */
export function shownName(sent: string | undefined): string {
  const [line = '', ...lines] = (sent ?? '')
    // how browsers write what would end the field (HTML, multipart encoding)
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .split(/[\r\n\u2028\u2029\u0085\v\f]+/)
  const cut = lines.length > 0 ? (/\.epub\s*$/i.exec(lines.at(-1)!)?.[0] ?? '') : ''
  const last = (line + cut).split(/[/\\]/).at(-1)!.normalize('NFC')
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  if (plain.length <= longest) return plain
  const extension = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? ''
  return `${[...plain].slice(0, longest - extension.length - 1).join('')}…${extension}`
}

export const isEpubName = (name: string) => /\.epub$/i.test(name)

/** `Moby Dick.epub` → `Moby Dick-fixed.epub`. */
export const fixedName = (name: string) => `${name.replace(/\.epub$/i, '') || 'book'}-fixed.epub`

const asciiOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/:*?<>|]/g, '_')

/** RFC 8187: everything but `attr-char` as UTF-8 in percent signs. */
const extended = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** RFC 6266: a plain name for old browsers, the true one for the others. */
export const attachment = (name: string) => `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${extended(name)}`
