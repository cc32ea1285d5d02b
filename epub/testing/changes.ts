import type { Overrides } from './book.ts'

/** A change of a file's text, for the overrides of `book()`. */
export type Change = (text: string) => string

/** Adds markup in front of what stands there. */
export const put =
  (before: string, added: string): Change =>
  (text) =>
    text.replace(before, `${added}${before}`)
export const swap =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, to)
export const all =
  (...changes: readonly Change[]): Change =>
  (text) =>
    changes.reduce((result, change) => change(result), text)

export const inChapter = (markup: string) => ({ 'chapter.xhtml': put('  </body>', `${markup}\n`) }) satisfies Overrides
export const inHead = (markup: string) => ({ 'chapter.xhtml': put('  </head>', `${markup}\n`) }) satisfies Overrides
export const inMetadata = (markup: string) => ({ 'package.opf': put('  </metadata>', `${markup}\n`) }) satisfies Overrides
export const withCss = (css: string) => ({ 'style.css': css }) satisfies Overrides

/** A small chapter of its own. */
export const simple = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Two</title></head><body><p>${text}</p></body></html>`
