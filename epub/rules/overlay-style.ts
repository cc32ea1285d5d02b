import { append, found } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { findElement, findElements, innerText, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** The words being spoken are marked with a class, which shows only where a style says how (EPUB 3.3 section 9.3.3): a page without any style gets the plainest one. */
export const overlayStyle = defineRule({
  id: 'overlay-style',
  feature: 29,
  answers: [{ id: 'CSS-030' }],
  class: 'auto',
  why: 'The words being read aloud were not highlighted on this page.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    const classes = book
      .metas('meta')
      .filter(({ attribs }) => /^media:(playback-)?active-class$/.test(attribs.property?.trim() ?? ''))
      .map((meta) => innerText(meta).trim())
      .filter((name) => /^[A-Za-z_-][\w-]*$/.test(name))
    if (classes.length === 0) return []
    return book.items.flatMap(({ mediaOverlay, mediaType, path }) => {
      const resource = mediaOverlay && mediaType === 'application/xhtml+xml' ? publication.resources.get(path ?? '') : undefined
      const head = resource?.bytes && findElement(treeOf(resource), 'head')
      if (!resource || !head) return []
      const tree = treeOf(resource)
      const styled =
        findElement(tree, 'style') ||
        findElements(tree, 'link').some(({ attribs }) => /stylesheet/i.test(attribs.rel ?? '')) ||
        findElements(tree, '*').some(({ attribs }) => attribs.style !== undefined)
      if (styled) return []
      const css = classes.map((name) => `.${name} { background-color: #ffff99; }`).join(' ')
      return [found(resource, append(resource, head, `<style type="text/css">${css}</style>`))]
    })
  },

  fix: carriedPatches,
})
