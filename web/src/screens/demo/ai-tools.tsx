import { features } from '../../../../contract/features.ts'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.demo.aiTools

/** What the Publisher plan has beyond the rules. */
export const AiTools = () => (
  <section id="ai-tools" aria-labelledby="ai-tools-heading" className="mt-10 scroll-mt-20 border-t border-rule pt-6">
    <h3 id="ai-tools-heading" className="text-18">
      {words.heading}
    </h3>
    <p className="mt-1 max-w-measure text-quiet">{words.text}</p>
    <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {features
        .filter(({ tier }) => tier === 'ai')
        .map(({ number, name, promise }) => (
          <li key={number} className="flex gap-2">
            <Icon name="lock" className="mt-1 size-4 shrink-0 text-quiet" />
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-14 text-quiet">{promise}</span>
            </span>
          </li>
        ))}
    </ul>
  </section>
)
