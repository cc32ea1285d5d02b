import { articles } from '../content/articles.ts'
import { type LegalName, legalFields } from '../content/legal.ts'
import { texts } from '../texts/texts.ts'
import { footerPages } from './pages.ts'

export interface PublicPage {
  readonly path: string
  readonly title: string
  readonly description: string
  /** Picture of 1200 by 630 for links in other places. */
  readonly card: string
  /** Names of the pages above it, from the home page down. */
  readonly trail: readonly { readonly path: string; readonly name: string }[]
  readonly faq?: readonly { readonly question: string; readonly answer: string }[]
  readonly article?: (typeof articles)[number]
}

const heads = texts.heads
const landing = texts.landing
const pricing = texts.pricing
const guides = texts.guides
const home = { path: '/', name: texts.shell.pages.repair }
const blog = { path: '/blog', name: texts.shell.pages.blog }
const card = '/cards/bookmender.png'

const page = (path: string, title: string, description: string, more: Partial<PublicPage> = {}): PublicPage => ({
  path,
  title,
  description,
  card,
  trail: path === '/' ? [] : [home],
  ...more,
})

const nameOf = (path: string) => footerPages.find((known) => known.path === path)!.name
const guide = (path: string, title: string, description: string, faq?: PublicPage['faq']) =>
  page(path, title, description, {
    trail: [home, { path, name: nameOf(path) }],
    ...(faq ? { faq } : {}),
  })
const legal = (name: LegalName) => page(`/${name}`, heads.title(legalFields(name).title), legalFields(name).description)

/** Every page that is drawn when the web is built: what browsers, search engines and links in other places are told of it. */
export const publicPages: readonly PublicPage[] = [
  page('/', landing.title, heads.landing, { faq: landing.faq.items }),
  page('/pricing', pricing.title, heads.pricing),
  page('/converter', heads.title(heads.converterTitle), heads.converter),
  page('/blog', heads.title(texts.blog.title), heads.blog),
  ...articles.map((article) =>
    page(`/blog/${article.id}`, heads.title(article.title), article.description, {
      article,
      card: `/cards/${article.id}.png`,
      trail: [home, blog],
    }),
  ),
  guide('/guides/calibre-alternative', heads.title(guides.calibre.title), heads.calibre, guides.calibre.faq.items),
  guide('/guides/amazon-kdp-errors', heads.title(guides.kdp.title), heads.kdp),
  guide('/guides/platform-specific', heads.title(guides.platforms.title), heads.platforms),
  legal('terms-of-service'),
  legal('privacy-policy'),
  legal('refund-policy'),
]
