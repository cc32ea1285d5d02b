import { useAuth } from '../../data/auth.ts'
import { Page } from '../../parts/page.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'

const { account: words } = texts

export default function Account() {
  useTitle(words.title)
  const { user } = useAuth()
  return <Page>{user ? <h1 className="text-28 sm:text-36">{words.heading}</h1> : <p>{words.signedOut}</p>}</Page>
}
