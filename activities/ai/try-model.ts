/**
 * `npm run try-model -- [BOOK.epub]` asks the model of `AI_BASE_URL`, `AI_MODEL` and `AI_API_KEY` about a book, or about a small
 * one made here, and prints what it suggests, what was sent and what it cost. Exit code 1 where no answer could be used.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelOver } from '../../epub/node/remote-model.ts'
import { repairFile } from '../../epub/node/tasks.ts'
import { book, bytesOf } from '../../epub/testing/book.ts'
import { openModel } from './model.ts'
import { readModelSettings } from './settings.ts'

const settings = readModelSettings(process.env)
if (!settings) {
  console.error('No model is configured: set AI_BASE_URL (such as http://127.0.0.1:8080/v1) and AI_MODEL.')
  process.exit(2)
}

const sentence = '<p>The lamp was lit an hour before dusk, and the keeper climbed the stairs without a word.</p>'
const small = () =>
  bytesOf(
    book({
      'chapter.xhtml': (text) =>
        text.replace(
          /<p>/,
          `${['Chapter One', 'Chapter Two', 'The end of the bread', 'Chapter Three'].map((line) => `<p>${line}</p>${sentence.repeat(6)}`).join('')}<p>`,
        ),
    }),
  )

const folder = await mkdtemp(join(tmpdir(), 'bookmender-try-'))
try {
  const [given] = process.argv.slice(2)
  const input = given ?? join(folder, 'book.epub')
  if (!given) await writeFile(input, await small())
  const session = openModel(settings).session()
  const began = performance.now()
  const { report } = await repairFile(
    { input, output: join(folder, 'result.epub'), options: { suggest: true } },
    { judge: undefined, model: modelOver(session.model, session.model) },
  )
  for (const { feature, message, after, by, confidence } of report.offers)
    if (by)
      console.log(
        `${feature}  ${by}  ${confidence?.toFixed(2) ?? ''}  ${message}\n    ${(after ?? '').replaceAll('\n', '\n    ')}`,
      )
  if (report.ai)
    console.log(`\nAdvice (${report.ai.advice.by}):\n${report.ai.advice.recommendations.map((line) => `  ${line}`).join('\n')}`)
  const use = session.use()
  console.log(`\n${JSON.stringify(use, null, 2)}\n${((performance.now() - began) / 1000).toFixed(1)} s in all`)
  process.exitCode = use.engine === 'model' ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
