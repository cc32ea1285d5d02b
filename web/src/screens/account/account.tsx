import { loginPath } from '../../../../contract/sign-in.ts'
import { useAuth } from '../../data/auth.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { DangerZone } from './danger-zone.tsx'
import { EMails } from './e-mails.tsx'
import { Information } from './information.tsx'
import { PlanSection } from './plan-section.tsx'
import { Receipts } from './receipts.tsx'
import { UsageSection } from './usage-section.tsx'
import { YourFiles } from './your-files.tsx'

const words = texts.account

/** Everything a person has with us, and the way out. */
export default function Account() {
  useTitle(words.title)
  const { user, isLoading } = useAuth()
  return (
    <Page>
      <h1 className="text-28 sm:text-36">{words.heading}</h1>
      {isLoading ? (
        <Skeleton className="mt-8 h-80 w-full" />
      ) : user ? (
        <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <PlanSection />
            <UsageSection />
            <Receipts />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <Information user={user} />
            <YourFiles />
            <EMails />
          </div>
          <div className="lg:col-span-2">
            <DangerZone />
          </div>
        </div>
      ) : (
        <SignedOut />
      )}
    </Page>
  )
}

const SignedOut = () => (
  <Card className="mt-6 max-w-measure">
    <p>{words.signedOut}</p>
    <a href={`${loginPath}?${new URLSearchParams({ returnTo: '/account' })}`} className={buttonClass('primary', 'mt-6')}>
      {words.signIn}
    </a>
  </Card>
)
