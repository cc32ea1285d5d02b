import { plans } from '../../../../contract/plans.ts'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'

const { faq } = texts.pricing
const values = {
  freeScans: plans.free.scansPerDay,
  freeSize: plans.free.maxFileSize,
  proRepairs: plans.pro.repairsPerMonth,
}

export const Faq = () => (
  <section aria-labelledby="faq" className="mt-14">
    <h2 id="faq" className="text-28">
      {faq.heading}
    </h2>
    <div className="mt-4 divide-y divide-rule rounded-sheet border border-rule bg-sheet">
      {faq.items.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-3 font-semibold hover:text-blue sm:px-6">
            {question}
            <Icon name="chevron" className="text-quiet transition-transform group-open:rotate-180" />
          </summary>
          <p className="max-w-measure px-4 pb-4 text-quiet sm:px-6">{answer(values)}</p>
        </details>
      ))}
    </div>
  </section>
)
