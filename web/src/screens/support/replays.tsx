import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Difference, Replay, SupportJob } from '../../../../contract/calls/support.ts'
import { engineNames } from '../../../../contract/engine.ts'
import { featureOf } from '../../../../contract/features.ts'
import { explain } from '../../data/http-error.ts'
import { replayJob, supportJobQuery } from '../../data/support.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { notify } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { Table } from './table.tsx'
import { actorName, time } from './words.ts'

const words = texts.support.replays

export function Replays({ job: { jobId, replays, filesDeleted, moments } }: { job: SupportJob }) {
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: () => replayJob(jobId),
    onSuccess: () => client.invalidateQueries({ queryKey: supportJobQuery(jobId).queryKey }),
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
  })
  const isBusy = asking.isPending || replays.some(({ status }) => status === 'running')
  const isOver = moments.at(-1)?.status !== 'processing'
  return (
    <Section heading={words.heading}>
      <p className="mt-2 text-quiet">{words.text}</p>
      {filesDeleted ? (
        <p className="mt-3">{words.gone}</p>
      ) : (
        <Button
          className="mt-4"
          icon="retry"
          aria-disabled={isBusy || !isOver}
          onClick={() => !isBusy && isOver && asking.mutate()}
        >
          {isBusy ? words.busy : words.go}
        </Button>
      )}
      <ol className="mt-2 divide-y divide-rule" aria-live="polite">
        {replays.toReversed().map((replay) => (
          <One key={replay.replay} {...replay} />
        ))}
      </ol>
    </Section>
  )
}

const tones = { running: 'blue', done: 'green', failed: 'red' } as const

const One = ({ replay, requestedAt, by, status, code, outcome, difference }: Replay) => (
  <li className="py-3">
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">{words.one(replay)}</span>
      <Badge tone={tones[status]}>{code ?? (outcome ? texts.support.outcomes[outcome] : words.statuses[status])}</Badge>
    </p>
    <p className="text-14 text-quiet figures">
      <time dateTime={requestedAt}>{time(requestedAt)}</time>, {words.by(actorName(by))}
    </p>
    {difference && <Differences replay={replay} {...difference} />}
  </li>
)

const said = (value: string) => engineNames[value as keyof typeof engineNames] ?? value

function Differences({ replay, isSameFile, lines, kinds }: Difference & { replay: number }) {
  return (
    <>
      <p className="mt-2">
        {isSameFile !== null && `${isSameFile ? words.same : words.other} `}
        {lines.length === 0 && kinds.length === 0 && words.noDifference}
      </p>
      {lines.length + kinds.length > 0 && (
        <Table
          caption={words.caption(replay)}
          columns={[{ name: words.what }, { name: words.first }, { name: words.today }]}
          rows={[
            ...lines.map(({ what, first, today }) => ({ key: what, cells: [words.lines[what], said(first), said(today)] })),
            ...kinds.map(({ code, feature, severity, status, first, today }) => ({
              key: `${code}${feature}${severity}${status}`,
              cells: [
                <span key="code">
                  <span className="font-mono">{code}</span> {featureOf(feature)?.name}, {texts.issues.statuses[status]}
                </span>,
                first,
                today,
              ],
            })),
          ]}
        />
      )}
    </>
  )
}
