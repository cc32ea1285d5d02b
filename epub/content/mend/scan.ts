export const nameStart = /[A-Za-z_:\u00c0-\ufffd]/
export const namePattern = /[A-Za-z_:\u00c0-\ufffd][\w.:\-\u00b7-\ufffd]*/y
export const attributeName = /[^\s"'<>/=]+/y
export const validName = /^[A-Za-z_:\u00c0-\ufffd][\w.:\-\u00b7-\ufffd]*$/
export const isSpace = (char: string | undefined) =>
  char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f'
export const isWhite = (text: string) => !/[^\s\ufeff\0]/.test(text)

/** Next place of a string, remembered, so that asking from every tag stays linear in all. */
export type Seek = (what: string, from: number) => number
export function seeker(source: string): Seek {
  const known = new Map<string, { readonly from: number; readonly at: number }>()
  return (what, from) => {
    const last = known.get(what)
    if (last && from >= last.from && (last.at < 0 || last.at >= from)) return last.at
    const at = source.indexOf(what, from)
    known.set(what, { from, at })
    return at
  }
}
