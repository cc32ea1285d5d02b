import { formattingElements, voidElements } from '../elements.ts'
import { endsInHtml, endsInXml } from './ends.ts'
import type { Mender, MendOptions } from './mend.ts'
import { pair, reachable } from './pairs.ts'
import { isSpace } from './scan.ts'
import type { Tag, Token } from './tokens.ts'

interface Open {
  readonly tag: Tag
  /** Its end tag exists. */
  readonly closed: boolean
}

/** Closes what was never closed, drops what was closed twice, and puts the end of the page behind all of it. */
export function nest(source: string, tokens: readonly Token[], options: MendOptions, mend: Mender) {
  const { html = false } = options
  const ends = options.ends ?? (html ? endsInHtml : endsInXml)
  const tags = tokens.filter((token): token is Tag => token.kind !== 'text')
  const root = tags.find(({ kind }) => kind !== 'close')
  if (!root) return
  const same = html ? (a: string, b: string) => a === b : (a: string, b: string) => a === b || a.toLowerCase() === b.toLowerCase()

  // The last end tag of the root (and of body) is the one that counts: what follows an earlier one belongs inside.
  const lastClose = (name: string) => tags.findLast((tag) => tag.kind === 'close' && same(tag.name, name))
  const finals = new Map<string, Tag | undefined>()
  finals.set(root.name, lastClose(root.name))
  if (html) for (const name of ['html', 'body']) finals.set(name, lastClose(name))
  const isVoid = (tag: Tag) => html && !tag.foreign && voidElements.has(tag.name)

  const { strays, unclosed, renamed } = pair(tags, finals, isVoid, same, html)

  const stack: Open[] = []
  const interrupted: { readonly tag: Tag; readonly depth: number; readonly at: number }[] = []
  let seenRoot = false
  let bodyEnd: Tag | undefined
  let rootEnd: Tag | undefined
  let opened: { html: boolean; body: boolean; head: boolean } = { html: false, body: false, head: false }
  const closeAt = (name: string, at: number) => mend('nesting', at, at, `</${name}>`)
  const before = (at: number, floor: number) => {
    let place = at
    while (place > floor && isSpace(source[place - 1])) place--
    return place
  }
  const previousEnd = (index: number) => {
    const previous = tokens[index - 1]
    return previous ? previous.span[previous.kind === 'text' ? 0 : 1] : 0
  }

  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.kind === 'text') {
      if (stack.length === 0 && seenRoot && !html) mend('trailing', token.span[0], token.span[1], '\n')
      continue
    }
    if (token.kind === 'close') {
      if (strays.has(token)) {
        stray(token, i)
        continue
      }
      // everything above its start tag was never closed
      const target = renamed.get(token) ?? token.name
      const place = before(token.span[0], previousEnd(i))
      const cut: Tag[] = []
      for (let top = stack.at(-1); top && !same(top.tag.name, target); top = stack.at(-1)) {
        closeAt(top.tag.name, place)
        stack.pop()
        if (html && formattingElements.has(top.tag.name)) cut.push(top.tag)
      }
      const own = stack.pop()
      for (const tag of cut.slice(0, 8)) interrupted.push({ tag, depth: stack.length, at: i })
      if (interrupted.length > 64) interrupted.splice(0, interrupted.length - 64)
      if (own && own.tag.name !== token.name)
        mend('nesting', token.span[0] + 2, token.span[0] + 2 + writtenName(source, token).length, own.tag.name)
      if (html && token.name === 'body') bodyEnd = token
      if (same(token.name, root.name)) rootEnd = token
      continue
    }

    // a second html or body start tag is a page glued to the first
    if (html && (token.name === 'html' || token.name === 'body' || token.name === 'head')) {
      const key = token.name
      if (opened[key] || (key === 'html' && seenRoot) || (key === 'head' && opened.body)) {
        if (token.kind === 'open') dropped(token, i)
        continue
      }
      opened = { ...opened, [key]: true }
    }

    while (stack.length > 0) {
      let reach = -1
      for (let k = stack.length - 1; k >= Math.max(0, stack.length - reachable) && !stack[k]!.closed; k--)
        if (ends(stack[k]!.tag.name, token.name)) reach = k
      if (reach < 0) break
      const place = before(token.span[0], previousEnd(i))
      while (stack.length > reach) closeAt(stack.pop()!.tag.name, place)
    }
    if (!html && stack.length === 0 && seenRoot) {
      mend('trailing', token.span[0], token.span[1], '')
      if (token.kind === 'open') strays.delete(token)
      continue
    }
    seenRoot = true
    if (isVoid(token)) {
      voidTag(token, i)
      continue
    }
    if (token.kind === 'open') stack.push({ tag: token, closed: !unclosed.has(token) })
    else if (html && !token.foreign && /^(?:script|title|iframe|textarea)$/.test(token.name)) continue
  }

  finish()

  function stray(token: Tag, index: number) {
    if (html && voidElements.has(token.name) && !token.foreign) {
      const last = index > 0 ? tokens[index - 1]! : undefined
      if (last && last.kind === 'open' && last.name === token.name) {
        // `<br></br>` is well-formed
        return
      }
      mend('nesting', token.span[0], token.span[1], '')
      return
    }
    const again = interrupted.findLast((one) => one.tag.name === token.name && one.depth === stack.length)
    if (again) {
      interrupted.splice(interrupted.indexOf(again), 1)
      const from = tokens[again.at]!.span[1]
      const between = tokens.slice(again.at + 1, index)
      if (between.length > 0 && between.every(({ kind }) => kind === 'text')) {
        mend('nesting', from, from, `<${token.name}${again.tag.attributes.replace(/ id="[^"]*"/, '')}>`)
        return
      }
    }
    mend('nesting', token.span[0], token.span[1], '')
  }

  /** `<br>` gets its slash, unless its end tag follows at once. */
  function voidTag(token: Tag, index: number) {
    if (token.kind === 'empty') return
    const next = tokens[index + 1]
    if (next && next.kind === 'close' && next.name === token.name) return
    const end = token.span[1]
    if (source[end - 1] === '>')
      mend('tag', end - 1, end - 1, isSpace(source[end - 2]) || /["'\w]/.test(source[end - 2] ?? '') ? '/' : ' /')
    else mend('tag', end, end, '/')
  }

  function dropped(token: Tag, index: number) {
    if (token.name !== 'head') {
      mend('trailing', token.span[0], token.span[1], '')
      return
    }
    const close = tokens.findIndex((one, k) => k > index && one.kind === 'close' && one.name === 'head')
    mend('trailing', token.span[0], close > 0 ? tokens[close]!.span[1] : token.span[1], '')
  }

  function finish() {
    const last = tokens.at(-1)
    const end = source.length
    const lastContent = tokens.findLast((token) => token !== bodyEnd && token !== rootEnd)
    const tail = html && bodyEnd && lastContent && lastContent.span[0] > bodyEnd.span[0]
    const tailAfterRoot = html && rootEnd && lastContent && lastContent.span[0] > rootEnd.span[0]
    if ((tail || tailAfterRoot) && stack.length === 0) {
      // The end of the page moves behind what follows it; bare words become a paragraph.
      const after = (bodyEnd ?? rootEnd)!
      if (bodyEnd) mend('trailing', bodyEnd.span[0], bodyEnd.span[1], '')
      if (rootEnd) mend('trailing', rootEnd.span[0], rootEnd.span[1], '')
      const runs = tokens.filter((token) => token.span[0] > after.span[0])
      if (runs.every((token) => token.kind === 'text' || token === rootEnd || token.kind === 'close'))
        for (const run of runs) {
          if (run.kind !== 'text') continue
          const words = source.slice(...run.span)
          const from = run.span[0] + words.length - words.replace(/^[\s\0]+/, '').length
          const to = run.span[1] - (words.length - words.replace(/[\s\0]+$/, '').length)
          mend('trailing', from, from, '<p>')
          mend('trailing', to, to, '</p>')
        }
      mend('trailing', end, end, `${bodyEnd ? '</body>' : ''}${rootEnd ? `</${rootEnd.name}>` : ''}`)
      return
    }
    if (stack.length === 0) return
    // Cut off, or never closed: everything open ends here, before end tags that did arrive.
    const place = last && last.kind === 'text' ? before(last.span[1], last.span[0]) : last ? last.span[1] : end
    for (let top = stack.pop(); top; top = stack.pop()) closeAt(top.tag.name, place)
  }
}

const writtenName = (source: string, tag: Tag) => /^<\/\s*([^\s>]*)/.exec(source.slice(...tag.span))?.[1] ?? tag.name
