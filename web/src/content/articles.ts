import type { ArticleBody, ArticleFields } from './article.ts'
import { type Article, toArticle } from './article.ts'

const fields = import.meta.glob<ArticleFields>('./blog/*.md', { query: '?fields', eager: true, import: 'default' })

const slugOf = (path: string) => path.replace(/^.*\/|\.md$/g, '')

/** All articles without their text; the featured one first, then by title. */
export const articles: readonly Article[] = Object.entries(fields)
  .map(([path, found]) => toArticle(slugOf(path), found))
  .sort((a, b) => Number(b.featured) - Number(a.featured) || a.title.localeCompare(b.title))

const bodies = import.meta.glob<ArticleBody>('./blog/*.md', { query: '?body', import: 'default' })

/** The text of an article, or undefined where there is none of this name. */
export const bodyOf = async (slug: string): Promise<ArticleBody | undefined> => bodies[`./blog/${slug}.md`]?.()
