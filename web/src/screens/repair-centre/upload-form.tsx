import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Mode, planOf } from '../../../../contract/plans.ts'
import { checkUpload, joinedErrors, maxFileSizeOf } from '../../../../contract/upload.ts'
import { explain, HttpError } from '../../data/http-error.ts'
import { usePlan } from '../../data/plan.ts'
import { desk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Reference } from '../../parts/failed.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { ModeChoice } from './mode-choice.tsx'
import { UploadWidget } from './upload-widget.tsx'
import { upgradeDelay } from './use-download.ts'

interface Props {
  readonly file: File | undefined
  readonly onFile: (file: File | undefined) => void
  readonly disabled: boolean
  /** Why the last upload was refused. */
  readonly refused: unknown
}

export function UploadForm({ file, onFile, disabled, refused }: Props) {
  const { data: plan } = usePlan()
  const [wanted, setWanted] = useState<Mode>('deep-analysis')
  const maxFileSize = maxFileSizeOf(plan?.currentPlan)
  const allowed = planOf(plan?.currentPlan ?? 'free').allowedModes
  const mode = allowed.includes(wanted) ? wanted : 'find-error'
  useUpgradeRedirect(refused)

  function start() {
    if (!file) return
    const { errors } = checkUpload(file, maxFileSize)
    if (errors.length > 0) notify({ title: texts.notices.processingError.title, description: joinedErrors(errors) })
    else void desk.start(file, mode)
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <UploadWidget file={file} maxFileSize={maxFileSize} disabled={disabled} onFile={onFile} />
      {allowed.length > 1 && <ModeChoice mode={mode} onMode={setWanted} />}
      <div>
        <Button look="primary" className="w-full text-18! sm:w-auto sm:px-8" disabled={!file || disabled} onClick={start}>
          {texts.repair.upload.start}
        </Button>
        {plan?.currentPlan === 'free' && <FreeNote {...plan.usage} />}
        {refused !== undefined && <Refused error={refused} />}
      </div>
    </div>
  )
}

function FreeNote({ scansToday, scansPerDay }: { scansToday: number; scansPerDay: number | null }) {
  const isUsed = scansPerDay !== null && scansToday >= scansPerDay
  return (
    <p className="mt-3 max-w-measure text-14 text-quiet">
      {isUsed ? texts.repair.upload.scanUsed : texts.repair.upload.scanFree}{' '}
      <Link to="/pricing" className="text-blue underline">
        {texts.repair.upload.proRepairs}
      </Link>{' '}
      {texts.repair.upload.proDownloads}
    </p>
  )
}

function Refused({ error }: { error: unknown }) {
  const { description, reference } = explain(error, texts.repair.upload.notArrived)
  return (
    <div className="mt-4 flex max-w-measure gap-2 rounded-sheet border border-red bg-red-wash p-4">
      <Icon name="dele" className="mt-0.5 text-red" />
      <p className="min-w-0 break-words">
        {description}
        {reference && <Reference code={reference} />}
      </p>
    </div>
  )
}

function useUpgradeRedirect(refused: unknown) {
  const navigate = useNavigate()
  const needsUpgrade = refused instanceof HttpError && refused.status === 402
  useEffect(() => {
    if (!needsUpgrade) return
    const timer = setTimeout(() => void navigate({ to: '/pricing' }), upgradeDelay)
    return () => clearTimeout(timer)
  }, [needsUpgrade, navigate])
}
