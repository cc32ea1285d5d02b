import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Shows its content once the reader comes near, or follows a link to it; until then a place of about that height. */
export function WhenNear({ id, placeholder, children }: { id: string; placeholder: ReactNode; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const place = ref.current
    if (!place || location.hash === `#${id}`) return setNear(true)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '600px' })
    observer.observe(place)
    return () => observer.disconnect()
  }, [id])
  return <div ref={ref}>{isNear ? children : placeholder}</div>
}
