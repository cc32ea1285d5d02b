import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseMails, mailQuery } from '../../data/account.ts'
import { explain } from '../../data/http-error.ts'
import { Failed } from '../../parts/failed.tsx'
import { notify } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'

const { mail: words, files } = texts.account

export function EMails() {
  const { data, error, refetch } = useQuery(mailQuery)
  return (
    <Section heading={words.heading}>
      <div className="mt-3">
        {data ? (
          <Choice repairReady={data.repairReady} />
        ) : error ? (
          <Failed what={words.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-12 w-full" />
        )}
      </div>
      <p className="mt-3 text-14 text-quiet">{words.always}</p>
    </Section>
  )
}

function Choice({ repairReady }: { repairReady: boolean }) {
  const client = useQueryClient()
  const [isChosen, setChosen] = useState(repairReady)
  const saving = useMutation({
    mutationFn: chooseMails,
    onSuccess: (chosen) => client.setQueryData(mailQuery.queryKey, chosen),
    onError: (error) => {
      setChosen(repairReady)
      notify({ title: files.notSaved.title, ...explain(error, files.notSaved.text) })
    },
  })
  const choose = (isWanted: boolean) => {
    setChosen(isWanted)
    saving.mutate({ repairReady: isWanted })
  }
  return (
    <label className="flex min-h-11 cursor-pointer gap-3">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-blue"
        checked={isChosen}
        onChange={({ target }) => choose(target.checked)}
      />
      <span>
        {words.ready}
        <span className="block text-14 text-quiet">{words.readyText}</span>
      </span>
    </label>
  )
}
