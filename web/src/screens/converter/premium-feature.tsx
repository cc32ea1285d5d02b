import { Link } from '@tanstack/react-router'
import { useAuth } from '../../data/auth.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useSignIn } from '../../parts/sign-in.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.converter.premium

/** For everybody whose plan has no converter. */
export function PremiumFeature() {
  const { user } = useAuth()
  const signIn = useSignIn()
  return (
    <Card aria-labelledby="premium-feature">
      <Icon name="lock" className="size-7 text-blue" />
      <h2 id="premium-feature" className="mt-3 text-22">
        {words.heading}
      </h2>
      <p className="mt-2 max-w-measure text-18">{words.text}</p>
      <p className="mt-2 max-w-measure text-quiet">{texts.converter.soon}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/pricing" className={buttonClass('primary', 'px-8')}>
          {words.upgrade}
        </Link>
        {!user && (
          <Button look="quiet" onClick={signIn}>
            {words.signIn}
          </Button>
        )}
      </div>
    </Card>
  )
}
