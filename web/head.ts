import { originToken } from '../contract/pages.ts'
import type { PublicPage } from './src/routes/public-pages.ts'
import type { Graph } from './structured-data.ts'
import { structuredData } from './structured-data.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`
const json = (graph: Graph) => `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`

/** Title, description, address, card and structured data of a page. */
export function headOf(page: PublicPage): string {
  const { path, title, description, card, article } = page
  const address = `${originToken}${path}`
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${address}" />`,
    meta('property', 'og:site_name', 'Bookmender'),
    meta('property', 'og:type', article ? 'article' : 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${originToken}${card}`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(article
      ? [
          meta('property', 'article:published_time', article.publishDate),
          meta('property', 'article:section', article.category),
          meta('name', 'keywords', article.keywords.join(', ')),
        ]
      : []),
    json(structuredData(page, originToken)),
  ].join('\n    ')
}

export const notFoundHead = [`<title>404 Page Not Found · Bookmender</title>`, meta('name', 'robots', 'noindex')].join('\n    ')
