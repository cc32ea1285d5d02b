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
        const { title, description, action } = texts.notices.upgradeRequired
        const seePrices = () => void navigate({ to: '/pricing' })
        const soon = setTimeout(seePrices, upgradeDelay)
        const now = () => {
          clearTimeout(soon)
          seePrices()
        }
        notify({ title, ...explain(error, description), action: { name: action, onPress: now } })
        return
      }
      const { reference } = explain(error, failure)
      notify({ title: texts.notices.downloadFailed.title, description: failure, reference })
    },
  })
}
