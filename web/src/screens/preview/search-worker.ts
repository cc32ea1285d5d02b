import type { Content } from '../../../../contract/calls/preview.ts'
import { textOfContent } from '../../../../contract/preview.ts'
import { expressionOf, findIn, type Match, mostMatches } from './find.ts'

export type ToSearch =
  | { readonly kind: 'load'; readonly path: string }
  | { readonly kind: 'find'; readonly texts: readonly string[]; readonly pattern: string }

export type FromSearch =
  | { readonly kind: 'loaded'; readonly texts: readonly string[] }
  | { readonly kind: 'failed' }
  | { readonly kind: 'found'; readonly matches: readonly Match[] }
  | { readonly kind: 'done'; readonly isLiteral: boolean }

const tell = (message: FromSearch) => postMessage(message)

/** White space of the source is one character for one, so that places stay where they are. */
const plain = (content: string) => textOfContent(content).replace(/\s/g, ' ')

const pause = 1000
const tries = 60

async function load(path: string): Promise<string[]> {
  for (let at = 0; at < tries; at++) {
    const response = await fetch(path, { credentials: 'include' })
    if (!response.ok) throw new Error(String(response.status))
    const content = (await response.json()) as Content | { status: 'preparing' }
    if (content.status === 'ready') return Promise.all(content.chapters.map(textOf))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error('The pages were not made')
}

async function textOf({ content, truncated, address }: Content['chapters'][number]): Promise<string> {
  if (!truncated) return plain(content)
  const page = await (await fetch(address)).text()
  const start = page.indexOf('>', page.indexOf('<body')) + 1
  return plain(page.slice(start, page.lastIndexOf('</body>')))
}

function find(texts: readonly string[], pattern: string) {
  const { expression, isLiteral } = expressionOf(pattern)
  let left = mostMatches
  for (const [chapter, text] of texts.entries()) {
    const matches = findIn(text, chapter, expression, left)
    left -= matches.length
    if (matches.length > 0) tell({ kind: 'found', matches })
    if (left <= 0) break
  }
  tell({ kind: 'done', isLiteral })
}

addEventListener('message', ({ data }: MessageEvent<ToSearch>) => {
  if (data.kind === 'find') find(data.texts, data.pattern)
  else
    load(data.path).then(
      (texts) => tell({ kind: 'loaded', texts }),
      () => tell({ kind: 'failed' }),
    )
})
