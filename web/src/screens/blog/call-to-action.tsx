import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.blog.cta

export const CallToAction = () => (
  <aside
    aria-labelledby="try"
    className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-sheet border border-rule bg-blue-wash p-6"
  >
    <div>
      <h2 id="try" className="text-22">
        {words.heading}
      </h2>
      <p className="mt-1 text-quiet">{words.text}</p>
    </div>
    <div className="flex flex-wrap gap-3">
      <Link to="/" className={buttonClass('primary')}>
        {words.try}
      </Link>
      <Link to="/pricing" className={buttonClass('plain')}>
        {words.plans}
      </Link>
    </div>
  </aside>
)
