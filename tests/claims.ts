/**
 * Lines of the specification that claim something about the world, and what our pages say in their place: numbers that our own
 * scripts measured, or nothing. Tests of the specification's texts leave these lines out; nothing else is left out.
 */
export interface Claim {
  /** Document and line. */
  readonly line: string
  readonly claim: string
  readonly instead: string
}

export const claims: readonly Claim[] = [
  {
    line: 'core.md:13',
    claim: '100% repair guarantee, 99.5% success, 4.8/5 rating, 2,500+ customers',
    instead: 'nothing: nobody has rated it, and what is saved stands in docs/benchmarks.md',
  },
  {
    line: 'converter-and-content.md:9',
    claim: '100% or 99.5% success, repair in 30-60 seconds, average fix 52 seconds, 47,892 EPUBs fixed, 4.8/5, 2,500+ customers',
    instead: 'the median of `npm run bench -- pages`, with the number of books it was measured on',
  },
  {
    line: 'converter-and-content.md:33',
    claim: 'testimonials on the landing page',
    instead: '“What it did”: the three samples of the demo with counts and seconds; nobody speaks',
  },
  {
    line: 'converter-and-content.md:59',
    claim: 'testimonials of the calibre guide',
    instead: '“What it did with a calibre export”, from the same measurement',
  },
  {
    line: 'converter-and-content.md:60',
    claim: '"Typical fix time: 30-45 seconds"',
    instead: '“Typical fix time:” with the measured median',
  },
  {
    line: 'converter-and-content.md:73',
    claim: 'a memoir with 1,847 errors repaired in 2:47',
    instead: 'a memoir made by script with exactly 1,847 findings, and the seconds that its repair took',
  },
  {
    line: 'converter-and-content.md:74',
    claim: 'articles claim fixes of 95%+ or 99.5% of issues and under 3 minutes',
    instead: 'nothing: no article gives a share that was not measured',
  },
]

/** Words that would be such a claim; no page may show them. */
export const neverSaid: readonly RegExp[] = [
  /4\.8\s*\/\s*5/,
  /2,500\+/,
  /47,892/,
  /99\.5\s*%/,
  /100\s*% (success|repair|guarantee)/i,
  /52 seconds/,
  /\b2:47\b/,
  /30-45 seconds/,
  /trusted by/i,
]
