import { useQuery } from '@tanstack/react-query'
import { serviceQuery } from '../data/service.ts'

/** The stand-ins in the user's words; one that is new is named as the service names it. */
const names: Readonly<Record<string, string>> = {
  postgres: 'database',
  temporal: 'job engine',
  identity: 'sign-in',
  square: 'card payments',
  keys: 'keys',
  blobs: 'file store',
}

/** Nobody may take a service on stand-ins for the real one. */
export function LocalStrip() {
  const { data: service } = useQuery(serviceQuery)
  if (!service || service.localParts.length === 0) return null
  return (
    <aside
      aria-label="Local mode"
      className="border-b border-amber bg-amber-wash px-4 py-1.5 text-center text-14 text-amber sm:px-6"
    >
      <strong className="font-semibold">Local mode.</strong> These parts are stand-ins on this machine:{' '}
      {service.localParts.map((part) => names[part] ?? part).join(', ')}.
    </aside>
  )
}
