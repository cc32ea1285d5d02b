import type { Inline } from './model.ts'

/** Spaces as a browser shows them: of a run the first stays where it stands, none at the ends of a line. */
export function collapsed(inlines: readonly Inline[]): Inline[] {
  let afterSpace = true
  /** The text that ends in the last space, if it is the last thing so far. */
  let spaced: { text: string } | undefined
  const endLine = () => {
    if (spaced) spaced.text = spaced.text.slice(0, -1)
    spaced = undefined
    afterSpace = true
  }
  const walk = (list: readonly Inline[]): Inline[] =>
    list.map((one): Inline => {
      if (one.kind === 'text') {
        let text = one.text.replace(/[ \t\n\r\f]+/g, ' ')
        if (afterSpace && text.startsWith(' ')) text = text.slice(1)
        const made = { kind: 'text' as const, text }
        if (text) {
          afterSpace = text.endsWith(' ')
          spaced = afterSpace ? made : undefined
        }
        return made
      }
      if ('children' in one) return { ...one, children: walk(one.children) }
      if (one.kind === 'break') endLine()
      else if (one.kind !== 'anchor') {
        afterSpace = false
        spaced = undefined
      }
      return one
    })
  const made = walk(inlines)
  endLine()
  const done = withoutNothing(made)
  while (done.at(-1)?.kind === 'break') done.pop()
  return done
}

const withoutNothing = (inlines: readonly Inline[]): Inline[] =>
  inlines.flatMap((one): Inline[] => {
    if (one.kind === 'text') return one.text ? [one] : []
    if (!('children' in one)) return [one]
    const children = withoutNothing(one.children)
    return children.length > 0 ? [{ ...one, children }] : []
  })

/** Neighbours of one kind become one; empty marks and spans go. */
export function merged(inlines: readonly Inline[]): Inline[] {
  const out: Inline[] = []
  for (const one of inlines) {
    const last = out.at(-1)
    if ('children' in one && one.children.length === 0) continue
    if (last?.kind === 'text' && one.kind === 'text') out[out.length - 1] = { kind: 'text', text: last.text + one.text }
    else if (last?.kind === 'mark' && one.kind === 'mark' && last.mark === one.mark)
      out[out.length - 1] = { ...last, children: merged([...last.children, ...one.children]) }
    else if (
      last?.kind === 'span' &&
      one.kind === 'span' &&
      last.lang === one.lang &&
      last.dir === one.dir &&
      JSON.stringify(last.style) === JSON.stringify(one.style)
    )
      out[out.length - 1] = { ...last, children: merged([...last.children, ...one.children]) }
    else if (last?.kind === 'link' && one.kind === 'link' && last.href === one.href)
      out[out.length - 1] = { ...last, children: merged([...last.children, ...one.children]) }
    else out.push(one)
  }
  return out
}
