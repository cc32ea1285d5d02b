import { notFound } from '@tanstack/react-router'
import type { ArticleBody } from '../content/article.ts'
import type { LegalName } from '../content/legal.ts'
import { stateOf } from './page-state.ts'

/** An article's text: out of the page that was loaded, or fetched with the list of articles. */
export async function loadArticle(name: string) {
  const slug = name.toLowerCase()
  const body = stateOf<ArticleBody>(`/blog/${slug}`) ?? (await (await import('../content/articles.ts')).bodyOf(slug))
  if (!body) throw notFound()
  return { slug, body }
}

export const loadLegal = async (name: LegalName) =>
  stateOf<ArticleBody>(`/${name}`) ?? (await import('../content/legal.ts')).legalBody(name)
