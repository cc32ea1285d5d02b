import { chapterMark, fontSizes, type PreviewLook } from '../contract/preview.ts'
import type { IndexedChapter } from './preview.ts'

/** Paper and ink of the themes; a page whose layout is fixed keeps its own. */
const papers = {
  light: undefined,
  dark: { paper: '#10161a', ink: '#e7edf1', link: '#7fb6ea' },
  sepia: { paper: '#f6ecd9', ink: '#3b2f1e', link: '#1b5e9e' },
} as const

const found = '.bookmender-found{background:#ffd54a!important;color:#12181d!important;outline:2px solid #7a5200}'
const changes =
  '[data-bookmender-changed]{outline:2px dashed #1b5e9e!important;outline-offset:2px;background-color:rgb(27 94 158 / .12)!important}'

function styleOf({ theme, size, marks }: PreviewLook, isFixed: boolean): string {
  const paper = isFixed ? undefined : papers[theme]
  return [
    'iframe.bookmender-mark{display:none}',
    isFixed
      ? 'html,body{overflow:hidden}'
      : `html{font-size:${size}px!important;--bookmender-size:${size / fontSizes.usual}}img,svg,video{max-width:100%}body{overflow-wrap:break-word}`,
    paper &&
      `html{color-scheme:${theme === 'dark' ? 'dark' : 'light'};background:${paper.paper}!important;color:${paper.ink}!important}` +
        'body,body *:not(svg,svg *,img,mark){background-color:transparent!important;color:inherit!important;border-color:currentColor!important}' +
        `body a[href]{color:${paper.link}!important}`,
    marks && changes,
    // by Tab a reader comes to the page even where it has no link, and can move it with the arrow keys
    'body:focus-visible{outline:2px solid #1b5e9e;outline-offset:-2px}',
    found,
  ]
    .filter(Boolean)
    .join('')
}

/** What stands before and after the content of a chapter. Everything of the book was made harmless and escaped before. */
export function pageAround(chapter: IndexedChapter, index: number, look: PreviewLook): { before: string; after: string } {
  const { html, body, head, title, size } = chapter
  const viewport = size ? `width=${size.width}, height=${size.height}` : 'width=device-width, initial-scale=1'
  return {
    before:
      `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${html}><head><title>${escaped(title)}</title>` +
      `<meta name="viewport" content="${viewport}"/>${head}<style>${styleOf(look, size !== undefined).replace(/>/g, '&gt;')}</style></head><body tabindex="0"${body}>`,
    after: `<iframe class="bookmender-mark" name="${chapterMark(index)}" title="" aria-hidden="true"></iframe></body></html>`,
  }
}

const escaped = (text: string) => text.toWellFormed().replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Asks before a reader leaves the book. Opened in the frame; the site itself opens beside ours, never in its place. */
export const leavingPage = (address: URL) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Leave the book?</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px;max-width:60ch}h1{font:600 22px/1.3 Georgia,serif;margin:0 0 12px}
code{display:block;padding:12px;border:1px solid;border-radius:6px;overflow-wrap:anywhere;margin:12px 0}a{display:inline-block;min-height:24px;padding:10px 0;font-weight:600}</style></head>
<body><main><h1>This link leaves the book</h1>
<p>The book links to a place outside of it. We do not know what is there.</p>
<code>${escaped(address.href)}</code>
<p><a href="${escaped(address.href)}" target="_blank" rel="noopener noreferrer">Open ${escaped(address.hostname || 'this address')} in a new tab</a></p>
<p>To stay, choose a chapter or press Previous or Next.</p></main></body></html>`
