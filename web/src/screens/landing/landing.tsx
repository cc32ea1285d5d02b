import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { planNames, planOf } from '../../../../contract/plans.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Corrected } from '../../parts/corrected.tsx'
import { Faq } from '../../parts/faq.tsx'
import { PlanCard } from '../../parts/plan-card.tsx'
import { useSignIn } from '../../parts/sign-in.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WhenNear } from '../../parts/when-near.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { Galley } from './galley.tsx'
import { InstantCheck } from './instant-check.tsx'
import { Measured } from './measured.tsx'
import { StepDrawing } from './step-drawing.tsx'

const words = texts.landing

/** What visitors see; a book dropped anywhere on it is checked on the spot. */
export function Landing() {
  useTitle(words.title)
  return (
    <>
      <Hero />
      <InstantCheck />
      <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-16 px-4 py-16 sm:px-6 lg:gap-20 lg:py-20">
        <TryDemo />
        <Calibre />
        <How />
        <Plans />
        <Measured />
        <Faq heading={words.faq.heading} items={words.faq.items} />
      </div>
      <Close />
    </>
  )
}

function Hero() {
  const signIn = useSignIn()
  return (
    <section className="border-b border-rule bg-sheet">
      <div className="mx-auto grid w-full max-w-page grid-cols-1 items-center gap-10 px-4 py-12 sm:px-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:py-20">
        <div>
          <h1 className="text-36 sm:text-48">{words.hero.heading}</h1>
          <p className="mt-5 max-w-measure text-18 text-quiet">{words.hero.text}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button look="primary" className="px-6! text-18!" onClick={signIn}>
              {words.hero.start}
            </Button>
            <Link to="/pricing" className={buttonClass('plain', 'px-6! text-18!')}>
              {words.hero.plans}
            </Link>
          </div>
          <p className="mt-4 text-14 text-quiet">{words.hero.note}</p>
        </div>
        <Galley />
      </div>
    </section>
  )
}

const Demo = lazy(async () => ({ default: (await import('../demo/demo.tsx')).Demo }))
const demoPlace = <Skeleton className="h-96" />

const TryDemo = () => (
  <WhenNear id="demo" placeholder={demoPlace}>
    <Suspense fallback={demoPlace}>
      <Demo />
    </Suspense>
  </WhenNear>
)

const link = 'font-semibold text-blue underline decoration-1 underline-offset-4 hover:decoration-2'

function Calibre() {
  return (
    <section aria-labelledby="calibre">
      <div className="grid gap-x-12 gap-y-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <h2 id="calibre" className="text-28 lg:text-36">
          {words.calibre.heading}
        </h2>
        <p className="max-w-measure self-end text-18 text-quiet">{words.calibre.text}</p>
      </div>
      <ul className="mt-8 grid gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-3">
        {words.calibre.problems.map(({ title, text, before, after }) => (
          <li key={title} className="flex flex-col bg-sheet p-5">
            <h3 className="text-18">{title}</h3>
            <p className="mt-1 text-quiet">{text}</p>
            <div className="mt-auto pt-4">
              <Corrected before={before} after={after} className="rounded-small bg-table p-3 text-12! break-all" />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex flex-wrap gap-x-8 gap-y-3">
        <Link to="/blog/$slug" params={{ slug: 'solve-calibre-problems-epub-repair' }} className={link}>
          {words.calibre.article}
        </Link>
        <Link to="/guides/calibre-alternative" className={link}>
          {words.calibre.guide}
        </Link>
      </p>
    </section>
  )
}

function How() {
  return (
    <section aria-labelledby="how">
      <h2 id="how" className="text-28 lg:text-36">
        {words.how.heading}
      </h2>
      <ol className="mt-8 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {words.how.steps.map(({ title, text }, index) => (
          <li key={title}>
            <StepDrawing step={index} />
            <h3 className="mt-4 flex items-baseline gap-3 border-t-2 border-ink pt-3 text-18">
              <span className="text-blue figures">{index + 1}</span>
              {title}
            </h3>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-3">
        <span className="text-quiet">{words.how.guides}</span>
        <Link to="/guides/amazon-kdp-errors" className={link}>
          {words.how.links.kdp}
        </Link>
        <Link to="/guides/platform-specific" className={link}>
          {words.how.links.platforms}
        </Link>
      </p>
    </section>
  )
}

function Plans() {
  return (
    <section aria-labelledby="plans">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="plans" className="text-28 lg:text-36">
            {words.plans.heading}
          </h2>
          <p className="mt-3 max-w-measure text-quiet">{words.plans.text}</p>
        </div>
        <Link to="/pricing" className={link}>
          {words.plans.compare}
        </Link>
      </div>
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {planNames.map((name) => (
          <PlanCard key={name} plan={planOf(name)} />
        ))}
      </ul>
    </section>
  )
}

function Close() {
  const signIn = useSignIn()
  return (
    <section className="border-t border-rule bg-sheet">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-6 px-4 py-12 sm:px-6">
        <div>
          <h2 className="text-28">{words.close.heading}</h2>
          <p className="mt-2 text-quiet">{words.close.text}</p>
        </div>
        <Button look="primary" className="px-6! text-18!" onClick={signIn}>
          {words.hero.start}
        </Button>
      </div>
    </section>
  )
}
