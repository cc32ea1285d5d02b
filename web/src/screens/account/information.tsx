import { useQuery } from '@tanstack/react-query'
import type { User } from '../../../../contract/calls/auth.ts'
import { serviceQuery } from '../../data/service.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'

const { information: words } = texts.account

/** Who the identity provider says this is; it is changed there. */
export function Information({ user }: { user: User }) {
  const { data: service } = useQuery(serviceQuery)
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <Section heading={words.heading}>
      <dl className="mt-4 grid grid-cols-1 gap-3">
        <Fact name={words.email} value={user.email || words.notProvided} />
        <Fact name={words.name} value={name || words.notProvided} />
      </dl>
      {service && (
        <div className="mt-4 border-t border-rule pt-4 text-14 text-quiet">
          <p>{words.managed(service.providerName)}</p>
          {service.accountUrl && (
            <p className="mt-2">
              <a href={service.accountUrl} target="_blank" rel="noreferrer" className="text-blue underline">
                {words.settings(service.providerName)}
                <span className="sr-only"> {words.newTab}</span>
              </a>
            </p>
          )}
        </div>
      )}
    </Section>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-14 text-quiet">{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </div>
)
