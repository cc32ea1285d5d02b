import { Link, useLoaderData } from '@tanstack/react-router'
import type { Article, ArticleBody } from '../../content/article.ts'
import { articles } from '../../content/articles.ts'
import { Prose } from '../../parts/prose.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { ArticleLine } from './article-line.tsx'
import { CallToAction } from './call-to-action.tsx'

const words = texts.blog.article

export default function ArticlePage() {
  const { slug, body } = useLoaderData({ from: '/blog/$slug' })
  const article = articles.find(({ id }) => id === slug)
  return article ? <Page article={article} body={body} /> : null
}

function Page({ article, body }: { article: Article; body: ArticleBody }) {
  useTitle(texts.heads.title(article.title))
  return (
    <article>
      <header className="border-b border-rule bg-sheet">
        <div className="mx-auto w-full max-w-page px-4 py-10 sm:px-6 lg:py-14">
          <nav aria-label={texts.guides.breadcrumb.label} className="flex flex-wrap gap-x-5 gap-y-1 text-14">
            <Link to="/blog" className="text-blue hover:underline">
              {words.back}
            </Link>
            <Link to="/" className="text-blue hover:underline">
              {words.home}
            </Link>
            <Link to="/pricing" className="text-blue hover:underline">
              {texts.shell.pages.pricing}
            </Link>
          </nav>
          <h1 className="mt-6 max-w-[22em] text-36 lg:text-48">{article.title}</h1>
          <p className="mt-4 max-w-measure text-18 text-quiet">{article.description}</p>
          <div className="mt-6">
            <ArticleLine {...article} />
          </div>
        </div>
      </header>
      <div className="mx-auto w-full max-w-page px-4 py-10 sm:px-6 lg:py-14">
        <Prose body={body} contents={words.contents} />
        <div className="mt-14">
          <CallToAction />
        </div>
        <Next after={article} />
      </div>
    </article>
  )
}

/** Three that follow in the list, round to its beginning. */
function Next({ after }: { after: Article }) {
  const at = articles.indexOf(after)
  const next = [1, 2, 3].map((step) => articles[(at + step) % articles.length]!)
  return (
    <nav aria-labelledby="next" className="mt-14">
      <h2 id="next" className="text-22">
        {words.next}
      </h2>
      <ul className="mt-4 grid gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-3">
        {next.map(({ id, title, category }) => (
          <li key={id} className="bg-sheet p-5">
            <p className="text-14 text-quiet">{category}</p>
            <Link to="/blog/$slug" params={{ slug: id }} className="mt-1 block font-book text-18 font-semibold hover:text-blue">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
