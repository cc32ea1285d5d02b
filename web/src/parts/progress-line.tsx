import { type Stage, stageNames } from '../../../contract/quality.ts'
import type { StageState } from '../live/job-state.ts'
import { texts } from '../texts/texts.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** The four stages as one line that fills. */
export function ProgressLine({ stages, label }: { stages: readonly StageState[]; label: string }) {
  const overall = Math.round(stages.reduce((sum, { progress }) => sum + progress, 0) / stages.length)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={overall}
        className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-rule"
      >
        {stages.map(({ id, status, progress }) => (
          <div key={id} className="relative h-full flex-1 bg-rule">
            <div
              className={classNames(
                'h-full origin-left transition-[width] duration-200 ease-out',
                status === 'failed' ? 'bg-red' : 'bg-blue',
              )}
              style={{ width: `${progress}%` }}
            />
          </div>
        ))}
      </div>
      <ol className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {stages.map((stage) => (
          <StageLabel key={stage.id} {...stage} />
        ))}
      </ol>
    </div>
  )
}

function StageLabel({ id, status, progress }: { id: Stage } & StageState) {
  return (
    <li className={classNames('flex items-start gap-2', status === 'pending' && 'text-quiet')}>
      <span className="mt-0.5 grid size-5 shrink-0 place-items-center">
        {status === 'completed' && <Icon name="tick" className="text-green" />}
        {status === 'failed' && <Icon name="dele" className="text-red" />}
        {status === 'active' && <span className="size-2.5 rounded-full bg-blue animate-breathe" />}
        {status === 'pending' && <span className="size-2.5 rounded-full border-2 border-edge" />}
      </span>
      <span>
        <span className={classNames('block', status === 'active' && 'font-semibold')}>{stageNames[id]}</span>
        <span className="block text-14 text-quiet figures">
          {status === 'active' ? `${Math.round(progress)} %` : texts.issues.stages[status]}
        </span>
      </span>
    </li>
  )
}
