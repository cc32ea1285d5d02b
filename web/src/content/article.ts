/** Fields of an article as its file has them. */
export interface ArticleFields {
  readonly title: string
  readonly description: string
  readonly category: string
  /** Minutes. */
  readonly readTime: string
  /** The day it was written, ISO. */
  readonly publishDate: string
  readonly keywords: string
  readonly featured?: string
}

/** Blog article entry of the specification. */
export interface Article {
  /** The slug. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: string
  /** Minutes. */
  readonly readTime: number
  readonly publishDate: string
  readonly keywords: readonly string[]
  readonly featured: boolean
}

export interface ArticleBody {
  readonly html: string
  readonly headings: readonly { readonly id: string; readonly text: string }[]
  readonly words: number
}

export const toArticle = (id: string, { readTime, keywords, featured, ...rest }: ArticleFields): Article => ({
  ...rest,
  id,
  readTime: Number(readTime),
  keywords: keywords.split(', '),
  featured: featured === 'true',
})
