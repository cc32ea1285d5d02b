import type { Article } from '../../content/article.ts'
import { Badge } from '../../parts/badge.tsx'
import { texts } from '../../texts/texts.ts'

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** Category, day and reading time. */
export const ArticleLine = ({ category, publishDate, readTime }: Article) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-14 text-quiet figures">
    <Badge tone="blue">{category}</Badge>
    <time dateTime={publishDate}>{date.format(new Date(publishDate))}</time>
    <span aria-hidden="true">·</span>
    <span>{texts.blog.minutes(readTime)}</span>
  </p>
)
