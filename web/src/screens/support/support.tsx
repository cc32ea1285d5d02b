import { Page } from '../../parts/page.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { FindJobs } from './find-jobs.tsx'
import { Refunds } from './refunds.tsx'
import { StaffOnly } from './staff-only.tsx'
import { useSearchJobs } from './use-search-jobs.ts'

const words = texts.support

export default function Support() {
  return (
    <StaffOnly>
      <Desk />
    </StaffOnly>
  )
}

/** Finding a job, and what waits for a decision. */
function Desk() {
  useTitle(words.title)
  const search = useSearchJobs()
  return (
    <Page>
      <h1 className="text-28 sm:text-36">{words.heading}</h1>
      <p className="mt-2 text-quiet">{words.intro}</p>
      <div className="mt-8 grid grid-cols-1 gap-6">
        <FindJobs search={search} />
        <Refunds onShow={(account) => search.find({ text: account })} />
      </div>
    </Page>
  )
}
