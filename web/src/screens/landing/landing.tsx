import { Link } from '@tanstack/react-router'
import { planNames, planOf } from '../../../../contract/plans.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { PlanCard } from '../../parts/plan-card.tsx'
import { useSignIn } from '../../parts/sign-in.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { Galley } from './galley.tsx'

const steps = [
  ['Bring your book', 'Sign in and drop the EPUB that a shop, a reader or a validator refuses.'],
  ['Watch it being read', 'EPUBCheck and our own rules go through the archive, the package, every page and every link.'],
  ['See every correction', 'Struck out and inserted, with file and line, and why it matters to a reader.'],
  ['Take it home', 'The repaired book is checked again before you get it. Uploads are deleted within 24 hours.'],
] as const

const calibre = [
  ['Bookkeeping left inside', 'Files and metadata that only calibre reads travel along and confuse validators.'],
  ['A table of contents that points nowhere', 'Splitting and renaming leaves entries whose targets have moved.'],
  ['An identifier that changed halfway', 'The package says one thing, the NCX another, and shops refuse the book.'],
] as const

export function Landing() {
  useTitle('Bookmender: EPUB repair')
  const signIn = useSignIn()
  return (
    <>
      <section className="border-b border-rule bg-sheet">
        <div className="mx-auto grid w-full max-w-page grid-cols-1 items-center gap-10 px-4 py-12 sm:px-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:py-20">
          <div>
            <h1 className="text-36 sm:text-48">Your EPUB, corrected line by line.</h1>
            <p className="mt-5 max-w-measure text-18 text-quiet">
              A shop, a reader or a validator refused your book. Bookmender finds what is wrong, corrects what can be corrected
              without losing a word, and shows you every change. EPUBCheck has the last word.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Button look="primary" className="px-6! text-18!" onClick={signIn}>
                Get Started Free
              </Button>
              <Link to="/pricing" className={buttonClass('plain', 'px-6! text-18!')}>
                See the plans
              </Link>
            </div>
            <p className="mt-4 text-14 text-quiet">One check a day is free. No card needed.</p>
          </div>
          <Galley />
        </div>
      </section>

      <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-16 px-4 py-16 sm:px-6">
        <section aria-labelledby="how">
          <h2 id="how" className="text-28">
            How it works
          </h2>
          <ol className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {steps.map(([title, text], index) => (
              <li key={title} className="border-t-2 border-ink pt-3">
                <span className="font-book text-22 text-blue figures">{index + 1}</span>
                <h3 className="mt-1 text-18">{title}</h3>
                <p className="mt-1 text-quiet">{text}</p>
              </li>
            ))}
          </ol>
        </section>

        <section aria-labelledby="calibre">
          <h2 id="calibre" className="text-28">
            When calibre made the file
          </h2>
          <p className="mt-3 max-w-measure text-quiet">
            Calibre is a fine library. What it exports was meant for your own reader, and shops look closer.
          </p>
          <ul className="mt-6 grid gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-3">
            {calibre.map(([title, text]) => (
              <li key={title} className="bg-sheet p-5">
                <h3 className="text-18">{title}</h3>
                <p className="mt-1 text-quiet">{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="plans">
          <h2 id="plans" className="text-28">
            Plans
          </h2>
          <ul className="mt-6 grid gap-6 md:grid-cols-3">
            {planNames.map((name) => (
              <PlanCard key={name} plan={planOf(name)} />
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
