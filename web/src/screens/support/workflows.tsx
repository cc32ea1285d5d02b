import { useMutation } from '@tanstack/react-query'
import type { SupportJob } from '../../../../contract/calls/support.ts'
import { download } from '../../data/download.ts'
import { explain } from '../../data/http-error.ts'
import { historyPath } from '../../data/support.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { notify } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.support.workflows

export function Workflows({ job: { jobId, workflows } }: { job: SupportJob }) {
  const saving = useMutation({
    mutationFn: (workflowId: string) => download(historyPath(jobId, workflowId)),
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
  })
  return (
    <Section heading={words.heading}>
      <ul className="mt-3 divide-y divide-rule">
        {workflows.map(({ workflowId, kind, url }) => (
          <li key={workflowId} className="py-2">
            <p className="font-semibold">{words.kinds[kind]}</p>
            <p className="font-mono text-14 break-all text-quiet">{workflowId}</p>
            <div className="mt-1 flex flex-wrap gap-2">
              {url && (
                <a
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={words.openOf(workflowId)}
                  className={buttonClass('plain', 'text-14!')}
                >
                  {words.open}
                </a>
              )}
              <Button
                icon="download"
                className="text-14!"
                aria-label={words.historyOf(workflowId)}
                onClick={() => saving.mutate(workflowId)}
              >
                {words.history}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
