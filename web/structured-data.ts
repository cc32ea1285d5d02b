import { planNames, planOf } from '../contract/plans.ts'
import type { PublicPage } from './src/routes/public-pages.ts'

type Thing = Readonly<Record<string, unknown>>
export interface Graph {
  readonly '@context': 'https://schema.org'
  readonly '@graph': readonly Thing[]
}

const publisher = (origin: string): Thing => ({
  '@type': 'Organization',
  '@id': `${origin}/#us`,
  name: 'Bookmender',
  url: `${origin}/`,
})

/** The product with its prices from the table of plans; no rating, because nobody has rated it. */
const product = (origin: string): Thing => ({
  '@type': 'WebApplication',
  name: 'Bookmender',
  url: `${origin}/`,
  applicationCategory: 'UtilitiesApplication',
  operatingSystem: 'Any',
  offers: planNames.map((name) => ({
    '@type': 'Offer',
    name: planOf(name).displayName,
    price: (planOf(name).monthlyPrice / 100).toFixed(2),
    priceCurrency: 'USD',
  })),
})

/** What search engines may read of a page: where it stands, what it answers, when it was written. */
export function structuredData(page: PublicPage, origin: string): Graph {
  const { path, title, description, card, trail, faq, article } = page
  const things: Thing[] = [publisher(origin)]
  if (path === '/') things.push({ '@type': 'WebSite', name: 'Bookmender', url: `${origin}/` })
  if (path === '/' || path === '/pricing') things.push(product(origin))
  if (article)
    things.push({
      '@type': 'Article',
      headline: article.title,
      description,
      datePublished: article.publishDate,
      dateModified: article.publishDate,
      image: `${origin}${card}`,
      author: { '@id': `${origin}/#us` },
      publisher: { '@id': `${origin}/#us` },
      mainEntityOfPage: `${origin}${path}`,
    })
  if (trail.length > 0)
    things.push({
      '@type': 'BreadcrumbList',
      itemListElement: [...trail.filter((known) => known.path !== path), { path, name: title.replace(/ · .*$/, '') }].map(
        (step, index) => ({ '@type': 'ListItem', position: index + 1, name: step.name, item: `${origin}${step.path}` }),
      ),
    })
  if (faq)
    things.push({
      '@type': 'FAQPage',
      mainEntity: faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    })
  return { '@context': 'https://schema.org', '@graph': things }
}
