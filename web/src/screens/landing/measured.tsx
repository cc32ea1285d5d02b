import { Link } from '@tanstack/react-router'
import { measured } from '../../content/measured.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.landing.measured
const seconds = (value: number) => value.toFixed(1)

/** Errors before and after as two bars, the longest row as the measure; the numbers stand beside them. */
function Bars({ before, after, most }: { before: number; after: number; most: number }) {
  const width = (count: number) => `${Math.max(count === 0 ? 0 : 1, (count / most) * 100)}%`
  return (
    <div aria-hidden="true" className="mt-1.5 grid gap-1">
      <div className="h-2 rounded-full bg-red" style={{ width: width(before) }} />
      <div className="h-2 rounded-full border border-green bg-green-wash" style={{ width: width(Math.max(after, most / 60)) }} />
    </div>
  )
}

/** What the service did with the samples of the demo: counted by the checker, timed by a script. */
export function Measured() {
  const { samples } = measured
  const most = Math.max(...samples.map(({ before }) => before))
  return (
    <section aria-labelledby="measured">
      <h2 id="measured" className="text-28 lg:text-36">
        {words.heading}
      </h2>
      <p className="mt-3 max-w-measure text-18 text-quiet">{words.text}</p>
      <ul className="mt-8 grid gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-3">
        {samples.map(({ id, name, found, fixed, seconds: time, before, after, lost }) => (
          <li key={id} className="bg-sheet p-5">
            <h3 className="text-18">{name}</h3>
            <dl className="mt-4 grid grid-cols-3 gap-3 figures">
              <Figure name={words.found} value={found.toLocaleString('en')} />
              <Figure name={words.fixed} value={fixed.toLocaleString('en')} />
              <Figure name={words.time} value={words.seconds(seconds(time))} />
            </dl>
            <p className="mt-5 text-14 text-quiet figures">
              {words.errors}: {words.beforeAfter(before, after)}
            </p>
            <Bars before={before} after={after} most={most} />
            <p className="mt-4 text-14 text-green">{words.lost(lost)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-5 max-w-measure text-14 text-quiet figures">
        {words.typical(measured.books, seconds(measured.typicalSeconds))} {words.method(measured.date, measured.machine)}
      </p>
      <p className="mt-3">
        <Link
          to="/blog/$slug"
          params={{ slug: 'case-study-memoir-1800-errors' }}
          className="font-semibold text-blue underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {words.article}
        </Link>
      </p>
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-12 text-quiet">{name}</dt>
    <dd className="font-book text-28 font-semibold">{value}</dd>
  </div>
)
