import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { findJobs, lastSearch, type Search } from '../../data/support.ts'

/** What was asked and found stays for who goes to a job and comes back. */
export function useSearchJobs() {
  const [asked, setAsked] = useState<Search>(lastSearch.asked ?? {})
  const [found, setFound] = useState(lastSearch.found)
  const searching = useMutation({
    mutationFn: findJobs,
    onSuccess: (answer, body) => {
      Object.assign(lastSearch, { asked: body, found: answer })
      setFound(answer)
    },
  })
  return {
    asked,
    found,
    isBusy: searching.isPending,
    error: searching.error,
    find(body: Search) {
      setAsked(body)
      searching.mutate(body)
    },
  }
}

export type SearchJobs = ReturnType<typeof useSearchJobs>
