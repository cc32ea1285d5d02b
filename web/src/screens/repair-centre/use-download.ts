import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { download } from '../../data/download.ts'
import { explain, HttpError } from '../../data/http-error.ts'
import { downloadPath } from '../../data/job.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

/** How long the notice stands before the prices come, in ms. */
export const upgradeDelay = 2000

/** Saves the repaired file of a job, or says why not: 402 leads to the prices. */
export function useDownload(failure: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (jobId: string) => download(downloadPath(jobId)),
    onError: (error) => {
      if (error instanceof HttpError && error.status === 402) {
        notify({ title: texts.notices.upgradeRequired.title, ...explain(error, texts.notices.upgradeRequired.description) })
        setTimeout(() => void navigate({ to: '/pricing' }), upgradeDelay)
        return
      }
      const { reference } = explain(error, failure)
      notify({ title: texts.notices.downloadFailed.title, description: failure, reference })
    },
  })
}
