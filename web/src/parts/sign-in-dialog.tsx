import { useQuery } from '@tanstack/react-query'
import { loginPath } from '../../../contract/sign-in.ts'
import { serviceQuery } from '../data/service.ts'
import { pageStands } from '../routes/pages.ts'
import { buttonClass } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** One button to the identity provider; we never see a password. */
export default function SignInDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { data: service } = useQuery(serviceQuery)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Sign in to Bookmender"
      description="Your account lives with the sign-in provider. We get your name and e-mail from it, never a password."
    >
      <a href={loginPath} className={buttonClass('primary', 'mt-6 w-full')}>
        Sign in with {service?.providerName ?? 'your account'}
      </a>
      <p className="mt-4 text-14 text-quiet">
        By signing in you agree to our <Policy path="/terms-of-service" name="Terms of Service" /> and{' '}
        <Policy path="/privacy-policy" name="Privacy Policy" />. Uploaded books are deleted within 24 hours.
      </p>
    </Dialog>
  )
}

const Policy = ({ path, name }: { path: string; name: string }) =>
  pageStands(path) ? (
    <a href={path} className="text-blue underline">
      {name}
    </a>
  ) : (
    name
  )
