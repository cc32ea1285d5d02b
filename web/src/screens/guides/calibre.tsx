import { measured } from '../../content/measured.ts'
import { Faq } from '../../parts/faq.tsx'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { CalibreDrawing } from './calibre-drawing.tsx'
import { Guide } from './guide.tsx'

const words = texts.guides.calibre
const sample = measured.samples.find(({ id }) => id === 'calibre-export')

export default function Calibre() {
  return (
    <Guide
      name={texts.footer.pages.calibre}
      title={words.title}
      lead={words.lead}
      drawing={<CalibreDrawing caption={words.figure} />}
    >
      <Problems />
      {sample && (
        <section aria-labelledby="did" className="rounded-sheet border border-rule bg-green-wash p-6">
          <h2 id="did" className="text-22">
            {words.measured.heading}
          </h2>
          <p className="mt-2 max-w-measure figures">
            {words.measured.text(sample.found, sample.fixed, sample.seconds.toFixed(1))}
          </p>
        </section>
      )}
      <Comparison />
      <Faq heading={words.faq.heading} items={words.faq.items} />
    </Guide>
  )
}

function Problems() {
  const { heading, problem: left, solution: right, items } = words.problems
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className="text-28">
        {heading}
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-4">
        {items.map(({ problem, why, solution }) => (
          <li key={problem} className="grid overflow-hidden rounded-sheet border border-rule bg-sheet md:grid-cols-2">
            <div className="p-5">
              <p className="flex items-center gap-2 text-14 font-semibold text-red">
                <Icon name="dele" className="size-4" />
                {left}
              </p>
              <h3 className="mt-2 text-18">{problem}</h3>
              <p className="mt-2 text-quiet">{why}</p>
            </div>
            <div className="border-t border-rule p-5 md:border-s md:border-t-0">
              <p className="flex items-center gap-2 text-14 font-semibold text-green">
                <Icon name="tick" className="size-4" />
                {right}
              </p>
              <p className="mt-2">{solution}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Comparison() {
  const { heading, job, calibre, ours, yes, no, rows } = words.compare
  const cell = (has: boolean) => (
    <td className="px-4 py-3">
      <span className={`inline-flex items-center gap-2 ${has ? 'text-green' : 'text-quiet'}`}>
        {has && <Icon name="tick" />}
        {has ? yes : no}
      </span>
    </td>
  )
  return (
    <section aria-labelledby="compare">
      <h2 id="compare" className="text-28">
        {heading}
      </h2>
      <div className="mt-6 overflow-hidden rounded-sheet border border-rule bg-sheet">
        <table className="w-full">
          <thead>
            <tr className="border-b border-rule text-14 text-quiet">
              {[job, calibre, ours].map((name) => (
                <th key={name} scope="col" className="px-4 py-2 text-start font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-rule">
            {rows.map((row) => (
              <tr key={row.job}>
                <th scope="row" className="px-4 py-3 text-start font-normal">
                  {row.job}
                </th>
                {cell(row.calibre)}
                {cell(row.ours)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
