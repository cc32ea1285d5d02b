import type { Inline } from './model.ts'

/** Spaces as a browser shows them: runs are one, none at the ends. */
export function collapsed(inlines: readonly Inline[]): Inline[] {
  let pending = false
  let started = false
  const walk = (list: readonly Inline[]): Inline[] =>
    list.flatMap((one): Inline[] => {
      if (one.kind === 'text') {
        let out = ''
        for (const part of one.text.split(/([ \t\n\r\f]+)/)) {
          if (part === '') continue
          if (/^[ \t\n\r\f]/.test(part)) pending = started
          else {
            out += pending ? ` ${part}` : part
            pending = false
            started = true
          }
        }
        return out ? [{ ...one, text: out }] : []
      }
      if (one.kind === 'break') {
        pending = false
        started = false
        return [one]
      }
      if ('children' in one) {
        // A space before a mark stands before it.
        const children = walk(one.children)
        return [{ ...one, children }]
      }
      if (one.kind === 'anchor' || one.kind === 'note') return [one]
      const space: Inline[] = pending ? [{ kind: 'text', text: ' ' }] : []
      pending = false
      started = true
      return [...space, one]
    })
  const done = walk(inlines)
  while (done.at(-1)?.kind === 'break') done.pop()
  return done
}

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
