import { Icon } from './icon.tsx'

/** Questions that open where they stand; they work before any script has come. */
export function Faq({
  heading,
  items,
  id = 'questions',
}: {
  heading: string
  items: readonly { readonly question: string; readonly answer: string }[]
  id?: string
}) {
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]">
      <h2 id={id} className="text-28 lg:text-36">
        {heading}
      </h2>
      <div className="divide-y divide-rule border-y border-rule">
        {items.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-book text-18 font-semibold hover:text-blue">
              {question}
              <Icon name="chevron" className="text-quiet transition-transform group-open:rotate-180" />
            </summary>
            <p className="max-w-measure pb-5 text-quiet">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
