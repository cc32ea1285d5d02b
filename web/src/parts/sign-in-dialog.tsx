import { useQuery } from '@tanstack/react-query'
import { loginPath } from '../../../contract/sign-in.ts'
import { serviceQuery } from '../data/service.ts'
import { texts } from '../texts/texts.ts'
import { buttonClass } from './button.tsx'
import { Dialog } from './dialog.tsx'

const words = texts.shell.signInDialog

/** One button to the identity provider; we never see a password. */
export default function SignInDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { data: service } = useQuery(serviceQuery)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title} description={words.description}>
      <a href={loginPath} className={buttonClass('primary', 'mt-6 w-full')}>
        {words.button(service?.providerName ?? words.noProvider)}
      </a>
      <p className="mt-4 text-14 text-quiet">
        {words.agree} <Policy path="/terms-of-service" name={words.terms} /> {words.and}{' '}
        <Policy path="/privacy-policy" name={words.privacy} />. {words.deletion}
      </p>
    </Dialog>
  )
}

const Policy = ({ path, name }: { path: string; name: string }) => (
  <a href={path} className="text-blue underline">
    {name}
  </a>
)
