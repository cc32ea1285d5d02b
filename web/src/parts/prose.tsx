import type { ArticleBody } from '../content/article.ts'

/** Running text of our own files in the book's face; the contents stand in the margin where there is one. */
export function Prose({ body: { html, headings }, contents }: { body: ArticleBody; contents: string }) {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      {headings.length > 1 && (
        <nav
          aria-label={contents}
          className="rounded-sheet border border-rule bg-sheet p-5 lg:sticky lg:top-6 lg:order-2 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
        >
          <p className="font-semibold">{contents}</p>
          <ol className="mt-2 text-14">
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1.5 text-quiet hover:text-blue hover:underline">
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own files when the pages are built */}
      <div className="prose min-w-0" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}
