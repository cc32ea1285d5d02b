import type { ArticleBody } from './article.ts'

interface LegalFields {
  readonly title: string
  readonly description: string
  readonly updated: string
}

const fields = import.meta.glob<LegalFields>('./legal/*.md', { query: '?fields', eager: true, import: 'default' })
const bodies = import.meta.glob<ArticleBody>('./legal/*.md', { query: '?body', import: 'default' })

export type LegalName = 'terms-of-service' | 'privacy-policy' | 'refund-policy'

export const legalFields = (name: LegalName) => fields[`./legal/${name}.md`]!
export const legalBody = (name: LegalName) => bodies[`./legal/${name}.md`]!()
