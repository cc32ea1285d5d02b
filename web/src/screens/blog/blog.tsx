import { Link } from '@tanstack/react-router'
import type { Article } from '../../content/article.ts'
import { articles } from '../../content/articles.ts'
import { buttonClass } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { ArticleLine } from './article-line.tsx'
import { CallToAction } from './call-to-action.tsx'
import { FeaturedDrawing } from './featured-drawing.tsx'

const words = texts.blog

export default function Blog() {
  useTitle(texts.heads.title(words.title))
  const featured = articles.find((article) => article.featured)
  return (
    <>
      <section className="border-b border-rule bg-sheet">
        <div className="mx-auto w-full max-w-page px-4 py-12 sm:px-6 lg:py-16">
          <h1 className="text-36 sm:text-48">{words.hero.heading}</h1>
          <p className="mt-4 max-w-measure text-18 text-quiet">{words.hero.text}</p>
          <ul aria-label={words.categories.label} className="mt-8 flex flex-wrap gap-2">
            {words.categories.names.map((name, index) => (
              <li
                key={name}
                className={classNames(
                  'rounded-full border px-3 py-1 text-14',
                  index === 0 ? 'border-ink font-semibold' : 'border-rule text-quiet',
                )}
              >
                {name}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-14 px-4 py-12 sm:px-6">
        {featured && <Featured article={featured} />}
        <section aria-labelledby="all-articles">
          <h2 id="all-articles" className="text-28">
            {words.all.heading}
          </h2>
          <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {articles.map((article) => (
              <ArticleCard key={article.id} article={article} />
            ))}
          </ul>
        </section>
        <CallToAction />
      </div>
    </>
  )
}

const Featured = ({ article }: { article: Article }) => (
  <section aria-labelledby="featured">
    <h2 id="featured" className="text-28">
      {words.featured.heading}
    </h2>
    <article className="mt-6 grid overflow-hidden rounded-sheet border border-rule bg-sheet lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="p-6 sm:p-8">
        <ArticleLine {...article} />
        <h3 className="mt-4 text-28">{article.title}</h3>
        <p className="mt-3 max-w-measure text-quiet">{article.description}</p>
        <Link to="/blog/$slug" params={{ slug: article.id }} className={buttonClass('primary', 'mt-6')}>
          {words.featured.link}
        </Link>
      </div>
      <FeaturedDrawing />
    </article>
  </section>
)

const ArticleCard = ({ article }: { article: Article }) => (
  <li className="flex flex-col rounded-sheet border border-rule bg-sheet p-5">
    <ArticleLine {...article} />
    <h3 className="mt-3 text-18">{article.title}</h3>
    <p className="mt-2 text-quiet">{article.description}</p>
    <p className="mt-auto pt-4">
      <Link
        to="/blog/$slug"
        params={{ slug: article.id }}
        aria-label={words.all.linkLabel(article.title)}
        className="inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4"
      >
        {words.all.link}
      </Link>
    </p>
  </li>
)
