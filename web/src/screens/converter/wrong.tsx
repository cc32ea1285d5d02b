import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'

/** What is wrong with chosen files; always there, so that it is heard when something comes. */
export const Wrong = ({ lines }: { lines: readonly string[] }) => (
  <div role="alert" className={classNames('grid grid-cols-1 gap-1 text-red', lines.length > 0 && 'mt-3')}>
    {lines.map((line) => (
      <p key={line} className="flex gap-2">
        <Icon name="dele" className="mt-0.5" />
        <span className="min-w-0 break-words">{line}</span>
      </p>
    ))}
  </div>
)
