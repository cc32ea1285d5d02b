import { type Platform, platformNames, platforms } from '../../../contract/quality.ts'
import type { PlatformFinding } from '../../../contract/report.ts'
import { texts } from '../texts/texts.ts'
import { Badge, type Tone } from './badge.tsx'
import { Icon } from './icon.tsx'

interface Row {
  readonly compatible: boolean
  readonly findings: readonly PlatformFinding[]
}

type Rows = Partial<Record<Platform, Row>>

/** Rows of what is only known as yes or no. */
export const plainRows = (compatibility: Partial<Record<Platform, boolean>>): Rows =>
  Object.fromEntries(platforms.map((platform) => [platform, { compatible: compatibility[platform] === true, findings: [] }]))

const tones: Record<PlatformFinding['level'], Tone> = { blocks: 'red', warns: 'amber', informs: 'ink' }

/** The six platforms; the rules that fail, with limit and measured value, on demand. */
export function PlatformList({ rows }: { rows: Rows }) {
  return (
    <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-2">
      {platforms.map((platform) => (
        <PlatformRow key={platform} name={platformNames[platform]} {...(rows[platform] ?? { compatible: false, findings: [] })} />
      ))}
    </ul>
  )
}

function PlatformRow({ name, compatible, findings }: Row & { name: string }) {
  const heading = (
    <>
      <Icon name={compatible ? 'tick' : 'dele'} className={compatible ? 'text-green' : 'text-red'} />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="block text-14 text-quiet">{verdict(compatible, findings)}</span>
      </span>
    </>
  )
  if (findings.length === 0) return <li className="flex min-h-16 items-center gap-3 bg-sheet px-4 py-3">{heading}</li>
  return (
    <li className="bg-sheet">
      <details className="group">
        <summary className="flex min-h-16 list-none items-center gap-3 px-4 py-3 hover:bg-blue-wash">
          {heading}
          <Icon name="chevron" className="text-quiet transition-transform group-open:rotate-180" />
        </summary>
        <ul className="grid grid-cols-1 gap-3 border-t border-rule px-4 py-3">
          {findings.map((finding) => (
            <Finding key={`${finding.rule}${finding.path ?? ''}${finding.message}`} {...finding} />
          ))}
        </ul>
      </details>
    </li>
  )
}

const verdict = (compatible: boolean, findings: readonly PlatformFinding[]) => {
  const blocking = findings.filter(({ level }) => level === 'blocks').length
  const others = findings.length - blocking
  return `${compatible ? texts.issues.ready : texts.issues.blocked(blocking)}${texts.issues.remarks(others)}`
}

function Finding({ rule, level, message, limit, measured, path }: PlatformFinding) {
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[level]}>{texts.issues.levels[level]}</Badge>
        <span className="font-mono text-12 text-quiet">{rule}</span>
      </p>
      <p className="mt-1">{message}</p>
      {(limit || measured) && (
        <p className="mt-1 flex flex-wrap gap-x-4 text-14 text-quiet figures">
          {limit && <span>{texts.issues.limit(limit)}</span>}
          {measured && <span>{texts.issues.measured(measured)}</span>}
        </p>
      )}
      {path && <p className="mt-1 font-mono text-12 break-all text-quiet">{path}</p>}
    </li>
  )
}
