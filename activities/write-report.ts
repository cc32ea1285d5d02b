import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jobRecordLimit } from '../contract/quality.ts'
import type { Report } from '../contract/report.ts'
import { besideReport } from '../db/blobs.ts'
import type { Verdict } from '../epub/check/message.ts'
import { officialForm } from '../epub/check/official-form.ts'
import { reportPage } from '../epub/report-page/page.ts'
import type { Deps } from './deps.ts'

interface Written {
  /** Blob key of the report; its companions stand beside it. */
  readonly key: string
  readonly folder: string
  readonly report: Report
  readonly before: Verdict
  /** Absent where nothing was changed: the first verdict stands. */
  readonly after: Verdict | undefined
}

/** The report, its page, and what the checker said before and after. The report comes last: who finds it finds the others. */
export async function writeReport({ blobs }: Pick<Deps, 'blobs'>, { key, folder, report, before, after }: Written) {
  const put = async (to: string, content: string) => {
    const file = join(folder, 'write')
    await writeFile(file, content)
    await blobs.writeFile(to, file)
  }
  await put(besideReport(key, 'html'), reportPage(report))
  await put(besideReport(key, 'epubcheck-before'), JSON.stringify(officialForm(before)))
  await put(besideReport(key, 'epubcheck-after'), JSON.stringify(officialForm(after ?? before)))
  await put(key, JSON.stringify(report))
}

/** The report within the limit of a job record: the longest list is shortened until it fits. */
export function fitting(report: Report): Report {
  let current = report
  while (JSON.stringify(current).length > jobRecordLimit && current.issues.length > 10) {
    const kept = current.issues.slice(0, Math.floor(current.issues.length / 2))
    const dropped = current.issues.slice(kept.length)
    const more = [...Map.groupBy(dropped, ({ code, feature }) => `${code} ${feature}`).values()].map((group) => ({
      feature: group[0]!.feature,
      code: group[0]!.code,
      count: group.length,
    }))
    current = { ...current, issues: kept, more: [...current.more, ...more] }
  }
  while (JSON.stringify(current).length > jobRecordLimit && (current.offers?.length ?? 0) > 0)
    current = { ...current, offers: current.offers!.slice(0, Math.floor(current.offers!.length / 2)) }
  return current
}
