import { type ChildNode, contentSpan, type Element, elementSpan, isTag, localName } from '../../xml.ts'
import { type Changes, isBlank, runAround } from './changes.ts'
import type { ModelError } from './errors.ts'
import { nameOf, siblingBefore, textOnly } from './kinds.ts'

/** Tags that make a run of text and phrases legal in its parent. */
export function wrapperFor(parent: string, expected: readonly string[], element: Element): readonly [string, string] | undefined {
  const names = new Set(expected)
  const tag = (name: string): readonly [string, string] => [`<${name}>`, `</${name}>`]
  if (/^(?:ul|ol|menu|dir)$/.test(parent)) return tag('li')
  if (parent === 'dl') return names.has('dd') || !names.has('dt') ? tag('dd') : tag('dt')
  if (parent === 'tr') return tag('td')
  if (/^(?:tbody|thead|tfoot)$/.test(parent)) return ['<tr><td>', '</td></tr>']
  if (parent === 'table')
    return element.children.some((child) => nameOf(child) === 'tbody')
      ? ['<tbody><tr><td>', '</td></tr></tbody>']
      : ['<tr><td>', '</td></tr>']
  if (parent === 'hgroup') return tag('p')
  if (names.has('div')) return tag('div')
  if (names.has('p')) return tag('p')
  return undefined
}

/** Lists and tables hold items, rows and cells only: what else stands there gets one of its own. */
export function inContainer({ node, expected }: ModelError, parent: Element, changes: Changes): boolean {
  const container = localName(parent)
  const name = localName(node)
  if (/^(?:ul|ol|menu|dir)$/.test(container)) {
    if (name === 'li') return false
    if (dropsOut(node, changes)) return true
    const previous = siblingBefore(node)
    const last = previous && nameOf(previous) === 'li' ? contentSpan(changes.source, previous as Element) : undefined
    if (/^(?:ul|ol|dl)$/.test(name) && last) {
      if (!changes.claim(node, previous!)) return true
      const markup = changes.source.slice(...elementSpan(node))
      changes.remove(node)
      changes.insert(last[1], markup)
      return true
    }
    const run = runAround(node, (one) => nameOf(one) !== 'li' && !/^(?:script|template)$/.test(nameOf(one)))
    if (changes.claim(...run)) changes.wrap(run, '<li>', '</li>')
    return true
  }
  if (container === 'dl') {
    if (name === 'dd' && expected.includes('dt') && !expected.includes('dd')) {
      if (changes.claim(node)) changes.insert(node.startIndex!, '<dt></dt>')
      return true
    }
    if (/^(?:dt|dd)$/.test(name)) return false
    if (dropsOut(node, changes)) return true
    const run = runAround(node, (one) => !/^(?:dt|dd|script|template)$/.test(nameOf(one)))
    const tag = expected.includes('dd') || !expected.includes('dt') ? 'dd' : 'dt'
    if (changes.claim(...run)) changes.wrap(run, `<${tag}>`, `</${tag}>`)
    return true
  }
  if (/^(?:table|tbody|thead|tfoot|tr)$/.test(container)) {
    if (tablePart.test(name)) return false
    if (dropsOut(node, changes)) return true
    if (node.children.some((child) => tablePart.test(nameOf(child)))) {
      // a form or phrase round rows
      if (changes.claim(node)) changes.unwrap(node)
      return true
    }
    const run = runAround(node, (one) => !tablePart.test(nameOf(one)) && !/^(?:script|template)$/.test(nameOf(one)))
    const tags = wrapperFor(container, expected, parent)
    if (tags && changes.claim(...run)) changes.wrap(run, ...tags)
    return true
  }
  return false
}

const tablePart = /^(?:caption|colgroup|col|thead|tbody|tfoot|tr|td|th)$/

/** A line break or rule between items says nothing. */
function dropsOut(node: Element, changes: Changes): boolean {
  if (!/^(?:br|hr|wbr)$/.test(localName(node))) return false
  if (changes.claim(node)) changes.remove(node)
  return true
}

/** Items, rows and cells outside their list or table get one. */
export function outsideContainer({ node, expected }: ModelError, parent: Element, changes: Changes): boolean {
  const name = localName(node)
  const container = localName(parent)
  const wrapRun = (belongs: RegExp, open: string, close: string) => {
    const run = runAround(node, (one) => belongs.test(nameOf(one)))
    if (changes.claim(...run)) changes.wrap(run, open, close)
    return true
  }
  if (name === 'li' && !/^(?:ul|ol|menu|dir)$/.test(container)) {
    if (container === 'li') return liftOut(node, parent, changes)
    return wrapRun(/^li$/, '<ul>', '</ul>')
  }
  if (/^(?:dt|dd)$/.test(name) && !/^(?:dl|div)$/.test(container)) return wrapRun(/^(?:dt|dd)$/, '<dl>', '</dl>')
  if (/^(?:td|th)$/.test(name)) {
    if (/^(?:tbody|thead|tfoot|table)$/.test(container)) return wrapRun(/^(?:td|th)$/, '<tr>', '</tr>')
    if (container !== 'tr')
      return expected.includes('table') || !textOnly(container) ? wrapRun(/^(?:td|th)$/, '<table><tr>', '</tr></table>') : false
    return false
  }
  if (/^(?:tr|tbody|thead|tfoot|caption|colgroup)$/.test(name) && !/^(?:table|tbody|thead|tfoot)$/.test(container)) {
    if (name === 'caption') {
      if (changes.claim(node)) changes.rename(node, 'div')
      return true
    }
    return wrapRun(/^(?:tr|tbody|thead|tfoot|colgroup)$/, '<table>', '</table>')
  }
  if (/^(?:figcaption|legend|summary|optgroup)$/.test(name)) {
    if (changes.claim(node)) changes.rename(node, textOnly(container) ? 'span' : 'div')
    return true
  }
  if (/^(?:rt|rp|rb|rtc|option)$/.test(name)) {
    if (changes.claim(node)) changes.rename(node, 'span')
    return true
  }
  return false
}

/** An item in an item, because the first was never closed where it should: it ends before the second. */
function liftOut(node: Element, parent: Element, changes: Changes): boolean {
  const inside = contentSpan(changes.source, parent)
  if (!inside || !changes.claim(node, parent)) return true
  if (parent.children.slice(0, parent.children.indexOf(node)).every(isBlank)) {
    changes.unwrap(parent)
    return true
  }
  changes.insert(node.startIndex!, `</${parent.name}>`)
  const after = parent.children.slice(parent.children.indexOf(node) + 1)
  if (after.every((one) => isBlank(one) || nameOf(one) === 'li')) changes.edit([inside[1], parent.endIndex! + 1], '')
  else changes.insert(node.endIndex! + 1, `<${parent.name}>`)
  return true
}

/** Parts of a table in the wrong order, or rows beside row groups. */
export function inTable(node: Element, parent: Element, changes: Changes): boolean {
  const name = localName(node)
  const container = localName(parent)
  if (container === 'tr' && /^(?:tr|tbody|thead|tfoot)$/.test(name)) return liftOut(node, parent, changes)
  if (/^(?:tbody|thead|tfoot)$/.test(container) && /^(?:tbody|thead|tfoot)$/.test(name)) return liftOut(node, parent, changes)
  if (container !== 'table' || !tablePart.test(name) || /^t[dh]$/.test(name)) return false
  const inside = contentSpan(changes.source, parent)
  if (!inside || !changes.claim(node)) return true
  const markup = changes.source.slice(...elementSpan(node))
  const others = parent.children.filter(isTag).filter((child) => child !== node)
  const has = (other: string) => others.some((child) => localName(child) === other)
  const move = (at: number) => {
    changes.remove(node)
    changes.insert(at, markup)
    return true
  }
  const asBody = () => {
    changes.rename(node, 'tbody')
    return true
  }
  if (name === 'caption') {
    if (has('caption')) changes.remove(node)
    else return move(inside[0])
    changes.insert(parent.startIndex!, markup.replace(/^<caption/, '<div').replace(/<\/caption>$/, '</div>'))
    return true
  }
  if (name === 'colgroup' || name === 'col') {
    const caption = others.find((child) => localName(child) === 'caption')
    move(caption ? caption.endIndex! + 1 : inside[0])
    return true
  }
  if (name === 'tr' || name === 'tbody') {
    for (const child of others.concat(node)) {
      if (localName(child) !== 'tr' || siblingIs(child, 'tr')) continue
      const run = runAround(child, (one) => nameOf(one) === 'tr')
      if (run.every((one) => one === node || isBlank(one) || changes.claim(one))) changes.wrap(run, '<tbody>', '</tbody>')
    }
    return true
  }
  if (name === 'thead') {
    if (has('thead')) return asBody()
    const first = others.find((child) => /^(?:tbody|tfoot|tr)$/.test(localName(child)))
    if (first && first.startIndex! < node.startIndex!) return move(first.startIndex!)
  }
  if (name === 'tfoot') {
    if (has('tfoot')) return asBody()
    const first = others.find((child) => /^(?:tbody|tr)$/.test(localName(child)))
    if (first && first.startIndex! < node.startIndex!) return move(first.startIndex!)
  }
  return false
}

function siblingIs(node: ChildNode, name: string): boolean {
  const previous = siblingBefore(node)
  return previous !== undefined && nameOf(previous) === name
}
