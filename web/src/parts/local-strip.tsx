import { useQuery } from '@tanstack/react-query'
import { serviceQuery } from '../data/service.ts'
import { texts } from '../texts/texts.ts'

const { local } = texts.shell

/** Nobody may take a service on stand-ins for the real one. */
export function LocalStrip() {
  const { data: service } = useQuery(serviceQuery)
  if (!service || service.localParts.length === 0) return null
  return (
    <aside
      aria-label={local.label}
      className="border-b border-amber bg-amber-wash px-4 py-1.5 text-center text-14 text-amber sm:px-6"
    >
      <strong className="font-semibold">{local.strong}</strong> {local.text}{' '}
      {service.localParts.map((part) => local.names[part] ?? part).join(', ')}.
    </aside>
  )
}
