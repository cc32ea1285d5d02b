import { explain } from '../data/http-error.ts'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'

/** A part of a page that could not be loaded: what, why, again. */
export function Failed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const { description, reference } = explain(error, texts.shell.failed.fallback)
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-sheet border border-rule bg-sheet p-4">
      <p>
        <span className="font-semibold">{what}</span> {description}
        {reference && <Reference code={reference} />}
      </p>
      <Button icon="retry" onClick={onRetry}>
        {texts.shell.failed.again}
      </Button>
    </div>
  )
}

export const Reference = ({ code }: { code: string }) => (
  <span className="mt-1 block text-14 text-quiet">
    {texts.shell.failed.reference} <span className="font-mono text-ink select-all">{code}</span>
  </span>
)
