import { Link } from '@tanstack/react-router'
import { texts } from '../texts/texts.ts'

/** Where a page stands; the last name is the page itself. */
export const Breadcrumb = ({ trail, current }: { trail: readonly { path?: '/'; name: string }[]; current: string }) => (
  <nav aria-label={texts.guides.breadcrumb.label} className="text-14">
    <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet">
      {trail.map(({ path, name }) => (
        <li key={name} className="flex items-center gap-2">
          {path ? (
            <Link to={path} className="text-blue hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
          <span aria-hidden="true">›</span>
        </li>
      ))}
      <li aria-current="page" className="text-ink">
        {current}
      </li>
    </ol>
  </nav>
)
