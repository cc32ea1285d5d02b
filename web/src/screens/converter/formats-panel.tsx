import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { formatsQuery } from '../../data/converter.ts'
import { Badge } from '../../parts/badge.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Failed } from '../../parts/failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.converter.formats

/** What is read and written, as the server says; premium formats carry a mark. `isWide`: side by side where there is room. */
export function FormatsPanel({ isWide = false }: { isWide?: boolean }) {
  const heading = useId()
  const { data, error, refetch } = useQuery(formatsQuery)
  return (
    <section aria-labelledby={heading} aria-busy={!data && !error}>
      <h2 id={heading} className="text-22">
        {words.heading}
      </h2>
      {data ? (
        <div className="mt-3 rounded-sheet border border-rule bg-sheet">
          <div className={classNames(isWide && 'sm:grid sm:grid-cols-2')}>
            <Formats name={words.input} isWide={isWide}>
              {data.input.map(({ value, label }) => (
                <li key={value} className="py-1">
                  {label}
                </li>
              ))}
            </Formats>
            <Formats name={words.output} isWide={isWide}>
              {data.output.map(({ value, label, premium }) => (
                <li key={value} className="flex min-h-8 items-center justify-between gap-3 py-0.5">
                  {label}
                  {premium && <Badge tone="blue">{words.premium}</Badge>}
                </li>
              ))}
            </Formats>
          </div>
          <p className="border-t border-rule px-4 py-3 text-14 text-quiet">{texts.converter.soon}</p>
        </div>
      ) : error ? (
        <div className="mt-3">
          <Failed what={words.notLoaded} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="mt-3">
          <span className="sr-only">{words.loading}</span>
          <Skeleton className={classNames(isWide ? 'h-72' : 'h-[33rem]', 'w-full')} />
        </div>
      )}
    </section>
  )
}

const Formats = ({ name, isWide, children }: { name: string; isWide: boolean; children: ReactNode }) => (
  <div
    className={classNames(
      'px-4 py-3',
      isWide
        ? 'not-first:border-rule max-sm:not-first:border-t sm:not-first:border-s'
        : 'not-first:border-t not-first:border-rule',
    )}
  >
    <h3 className="text-14 font-semibold text-quiet">{name}</h3>
    <ul className="mt-1">{children}</ul>
  </div>
)
