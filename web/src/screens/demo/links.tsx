import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/texts.ts'

const words = texts.demo.links
const link = 'inline-flex min-h-11 items-center font-semibold text-blue underline decoration-1 underline-offset-4'

/** Where to go from here; two of them on the same page. */
export const DemoLinks = () => (
  <nav aria-label={words.label} className="mt-6 flex flex-wrap gap-x-6">
    <Link to="/converter" className={link}>
      {words.converter}
    </Link>
    <Link to="/blog/$slug" params={{ slug: 'epub-repair-guide' }} className={link}>
      {words.guide}
    </Link>
    <a href="#ai-tools" className={link}>
      {words.tools}
    </a>
    <a href="#theme" className={link}>
      {words.theme}
    </a>
  </nav>
)
