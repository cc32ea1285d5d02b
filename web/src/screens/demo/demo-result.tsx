import { Link } from '@tanstack/react-router'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import { demoDownloadPath } from '../../data/demo.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PlatformList } from '../../parts/platform-list.tsx'
import { Score } from '../../parts/score.tsx'
import { texts } from '../../texts/texts.ts'
import { BeforeAfter } from './before-after.tsx'

const words = texts.demo.result

/** What came of the sample: verdict, score, platforms, each change, and the ways on. */
export function DemoResult({ record, seconds, onAgain }: { record: JobRecord; seconds: number; onAgain: () => void }) {
  const { report, scores, trend, found, fixed, jobId } = record
  return (
    <div className="grid grid-cols-1 gap-10">
      <Card aria-labelledby="demo-result">
        <h3 id="demo-result" className="text-22 figures">
          {words.heading(fixed, found)}
        </h3>
        <p className="mt-1 text-quiet figures">{words.took(seconds.toFixed(1))}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button look="primary" icon="download" onClick={() => window.open(demoDownloadPath(jobId), '_blank', 'noopener')}>
            {words.download}
          </Button>
          <Link to="/pricing" className={buttonClass('plain')}>
            {words.getStarted}
          </Link>
          <Button look="quiet" onClick={onAgain}>
            {texts.demo.again}
          </Button>
        </div>
      </Card>
      {scores && (
        <section aria-labelledby="demo-score">
          <h3 id="demo-score" className="text-22">
            {words.score}
          </h3>
          <Card className="mt-4">
            <Score scores={scores} {...(report && { before: report.scores.before })} {...(trend && { trend })} />
          </Card>
        </section>
      )}
      {report && (
        <section aria-labelledby="demo-platforms">
          <h3 id="demo-platforms" className="text-22">
            {words.platforms}
          </h3>
          <div className="mt-4">
            <PlatformList rows={report.platforms} />
          </div>
        </section>
      )}
      {report && <BeforeAfter issues={report.issues} />}
    </div>
  )
}
