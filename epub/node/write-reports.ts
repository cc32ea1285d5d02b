import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Verdict } from '../check/message.ts'
import { officialForm } from '../check/official-form.ts'
import { reportData } from '../report-data.ts'
import { reportPage } from '../report-page/page.ts'
import type { Book } from './find-books.ts'
import type { RepairedFile } from './tasks.ts'

export interface ReportPlaces {
  /** A page (`.html`) or JSON; a folder where there are several books. */
  readonly report: string | undefined
  /** Folder for the checker's own report before and after. */
  readonly epubcheckReports: string | undefined
  readonly many: boolean
  /** What is known of the book as it came, where it was asked for. */
  readonly before: Verdict | undefined
}

const stemOf = (name: string) => name.slice(0, name.length - extname(name).length)

async function put(file: string, content: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

/** Writes what was asked for beside the result: the report, and what the checker said before and after. */
export async function writeReports({ name, file }: Book, mended: RepairedFile, places: ReportPlaces): Promise<string[]> {
  const { report, epubcheckReports, many, before } = places
  const written: string[] = []
  if (report !== undefined) {
    const place = many ? join(report, `${stemOf(name)}.report.html`) : report
    const data = reportData(mended.report, mended)
    await put(
      place,
      /\.json$/i.test(place) ? `${JSON.stringify(data, null, 2)}\n` : reportPage(data, { fileName: basename(file) }),
    )
    written.push(place)
  }
  if (epubcheckReports !== undefined)
    for (const when of ['before', 'after'] as const) {
      const place = join(epubcheckReports, `${stemOf(name)}.${when}.json`)
      await put(
        place,
        `${JSON.stringify(officialForm((when === 'before' && before) || mended.report[when], basename(file)), null, 2)}\n`,
      )
      written.push(place)
    }
  return written
}
