import { type DefaultTreeAdapterTypes, html, parse } from 'parse5'
import { voidElements } from './elements.ts'
import { isXmlCharacter } from './entities.ts'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

const namespaces: Readonly<Record<string, string>> = {
  [html.NS.SVG]: html.NS.SVG,
  [html.NS.MATHML]: html.NS.MATHML,
}

const prefixOf: Readonly<Record<string, string>> = {
  epub: 'http://www.idpf.org/2007/ops',
  xlink: 'http://www.w3.org/1999/xlink',
  ssml: 'http://www.w3.org/2001/10/synthesis',
}

/** What a browser makes of the text (HTML Living Standard section 13.2), written as XHTML; prolog as it was where it is sound. */
export function reparsed(source: string): string {
  const document = parse(source)
  const declaration = /^\s*(<\?xml[^>]*\?>\s*)/.exec(source)?.[1] ?? '<?xml version="1.0" encoding="utf-8"?>\n'
  const doctype = /<!DOCTYPE\s[^>[]*>\s*/i.exec(source)?.[0].replace(/^<!doctype/i, '<!DOCTYPE') ?? ''
  const root = document.childNodes.find((node) => node.nodeName === 'html')
  return `${declaration}${doctype}${root ? written(root, html.NS.HTML) : ''}\n`
}

function written(node: Node, inherited: string): string {
  if (node.nodeName === '#text') return escapeText((node as DefaultTreeAdapterTypes.TextNode).value)
  if (node.nodeName === '#comment')
    return `<!--${(node as DefaultTreeAdapterTypes.CommentNode).data.replace(/-(?=-)/g, '- ').replace(/-$/, '- ')}-->`
  if (!('tagName' in node)) return ''

  const name = safeName(node.tagName)
  const seen = new Set<string>()
  let tag = `<${name}`
  if (name === 'html') tag += ` xmlns="${html.NS.HTML}"`
  else if (node.namespaceURI !== inherited) tag += ` xmlns="${namespaces[node.namespaceURI] ?? html.NS.HTML}"`
  for (const { name: key, value, prefix } of node.attrs) {
    const full = prefix && !key.includes(':') ? `${prefix}:${key}` : key
    if (seen.has(full) || full === 'xmlns' || !/^[A-Za-z_][\w.-]*(?::[\w.-]+)?$/.test(full)) continue
    if (full.includes(':') && !full.startsWith('xml') && !(full.split(':')[0]! in prefixOf)) continue
    seen.add(full)
    tag += ` ${full}="${escapeText(value).replace(/"/g, '&quot;')}"`
  }
  if (name === 'html')
    for (const [prefix, uri] of Object.entries(prefixOf)) if (!seen.has(`xmlns:${prefix}`)) tag += ` xmlns:${prefix}="${uri}"`

  const raw = name === 'script' || name === 'style'
  const children = 'content' in node ? (node as DefaultTreeAdapterTypes.Template).content.childNodes : node.childNodes
  if (children.length === 0 && (voidElements.has(name) || node.namespaceURI !== html.NS.HTML)) return `${tag}/>`
  const inside = children
    .map((child) =>
      raw && child.nodeName === '#text'
        ? rawText((child as DefaultTreeAdapterTypes.TextNode).value, name)
        : written(child, node.namespaceURI),
    )
    .join('')
  return `${tag}>${inside}</${name}>`
}

const rawText = (text: string, name: string) =>
  /[<&]/.test(text)
    ? name === 'script'
      ? `//<![CDATA[\n${text.replace(/\]\]>/g, ']]]]><![CDATA[>')}\n//]]>`
      : `/*<![CDATA[*/${text}/*]]>*/`
    : text

const safeName = (name: string) => (/^[A-Za-z_][\w.-]*$/.test(name) ? name : 'span')

const escapeText = (text: string) =>
  [...text]
    .filter((char) => isXmlCharacter(char.codePointAt(0)!))
    .join('')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&#160;')
