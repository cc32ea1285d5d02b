import { parseArgs } from 'node:util'
import { severities } from '../check/message.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Platform } from '../platforms/platform.ts'
import { type CommandOptions, checkBooks, fixBooks } from './books.ts'
import { convertBooks, manuscriptEndings } from './convert-command.ts'
import { booksIn } from './find-books.ts'
import { metadataOfBooks } from './metadata-command.ts'

const help = `bookmender ${packageJson.version}: repairs broken EPUB books

  bookmender check FILE…            what is wrong with a book
  bookmender fix FILE… [-o OUT]     a repaired copy beside it (NAME.fixed.epub) or at OUT
  bookmender undo FILE… --feature N the same copy again, without what these features do
  bookmender metadata FILE…         what a book says of itself; with --set or --cover an edited
                                    copy beside it (NAME.edited.epub) or at OUT
  bookmender convert FILE… --to FORMAT
                                    a manuscript (.docx, .txt, .html, a zip of a page and its pictures) or a
                                    book as epub, epub2, kepub, html, txt, md or docx, beside it or at OUT

FILE may be a book, a folder or a pattern with * and **. Of a folder convert takes the
manuscripts, and its books where they become something else. With several books OUT is a folder; names are kept.

      --level LEVEL   the least severe messages of a check: fatal, error, warning, info (default) or usage
  -o, --out OUT       where the result goes; the original is never changed
      --json          one JSON object a line for each book
      --jobs N        books at once (default 1)
      --judge WHO     java: the official EPUBCheck decides; own: our checker; auto: java where it is there
      --only N,N      only these of the 37 features, on sound books too
      --skip N,N      all but these
      --ask N,N       accept what these features offer, on sound books too
      --target NAME   do what a store or app needs, on sound books too: kindle, appleBooks, kobo,
                      googlePlay or adobe; several times or with commas
      --upgrade       make an EPUB 3 of an EPUB 2
      --suggest       say what no rule can know but the text tells: language, alt texts, metadata, chapters,
                      garbled passages, and what to do next; each with an id
      --pick ID,ID    do what was offered or suggested under these ids, and nothing else of the kind
      --quality N     of JPEG pictures that are written again, 30 to 100 (default 85)
      --report FILE   what was wrong, before and after, and why: a page to read or print (.html) or
                      JSON (.json); with several books a folder
      --epubcheck-reports DIR
                      what the checker said before and after, as JSON in EPUBCheck's form
      --dry-run       say what would be done, write nothing
      --set NAME=VALUE  title, language, identifier, publisher, date, description, creators, subjects
                      or series; several times. Lists are parted by semicolons, creators may have
                      a role and a sort name: "Ann Lee (aut, Lee, Ann); Bo Day (ill)", a series its
                      place: "Voyages #2". An empty value takes the field out
      --cover PICTURE   a JPEG, PNG or GIF
      --to FORMAT       of convert (default epub)
      --chapters WHERE  where files of the book begin: auto (default), h1, h2 or none
      --no-toc, --no-formatting, --no-metadata, --no-fonts
                        convert without a page of contents, looks, author and dates, or fonts
  -h, --help
      --version

Exit code: 0 valid, 1 problems left, 2 unreadable.`

const commands = ['check', 'fix', 'undo', 'metadata', 'convert'] as const
const isCommand = (word: string): word is (typeof commands)[number] => commands.some((command) => command === word)

const aims = ['kindle', 'appleBooks', 'kobo', 'googlePlay', 'adobe'] as const satisfies readonly Platform[]

const partsOf = (lists: readonly string[] | undefined) => lists?.flatMap((list) => list.split(',')).map((part) => part.trim())

/** Numbers of features; a sentence where one of them is none. */
function featuresIn(name: string, lists: readonly string[] | undefined): readonly number[] | undefined | string {
  const parts = partsOf(lists)
  const wrong = parts?.find((part) => !/^\d+$/.test(part) || Number(part) < 1 || Number(part) > 37)
  return wrong === undefined ? parts?.map(Number) : `--${name} takes numbers from 1 to 37, not '${wrong}'`
}

/** Runs the command line; the exit code: 0 every book valid, 1 problems left, 2 a book could not be read or the call is wrong. */
export async function main(words: readonly string[]): Promise<number> {
  const wrong = (sentence: string) => {
    console.error(`bookmender: ${sentence}\nTry: bookmender --help`)
    return 2
  }
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(words)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  const [command, ...given] = positionals
  if (values.version) return say(packageJson.version)
  if (values.help || !command) return say(help)
  if (!isCommand(command)) return wrong(`there is no command '${command}'; it is ${commands.join(', ')}`)
  if (given.length === 0) return wrong('name at least one book')
  if (!['java', 'own', 'auto'].includes(values.judge)) return wrong(`--judge is java, own or auto, not '${values.judge}'`)
  const jobs = Number(values.jobs)
  if (!Number.isInteger(jobs) || jobs < 1) return wrong(`--jobs takes a whole number from 1, not '${values.jobs}'`)

  const level = severities.find((severity) => severity === values.level.toUpperCase())
  if (!level) return wrong(`--level is ${severities.join(', ').toLowerCase()}, not '${values.level}'`)

  const picked: Record<'only' | 'skip' | 'ask', readonly number[] | undefined> = {
    only: undefined,
    skip: undefined,
    ask: undefined,
  }
  for (const name of ['only', 'skip', 'ask'] as const) {
    const read = featuresIn(name, values[name])
    if (typeof read === 'string') return wrong(read)
    picked[name] = read
  }
  if (command === 'undo') {
    const undone = featuresIn('feature', values.feature)
    if (undone === undefined || typeof undone === 'string')
      return wrong(undone ?? 'name what to take back: --feature N, as the report numbers it')
    picked.skip = [...(picked.skip ?? []), ...undone]
  }
  const names = partsOf(values.target)
  const targets = names?.flatMap((name) => aims.find((aim) => aim.toLowerCase() === name.toLowerCase()) ?? [])
  if (names && targets && targets.length < names.length)
    return wrong(
      `--target is ${aims.join(', ')}, not '${names.find((name) => !aims.some((aim) => aim.toLowerCase() === name.toLowerCase()))}'`,
    )
  const quality = values.quality === undefined ? undefined : Number(values.quality)
  if (quality !== undefined && !(Number.isInteger(quality) && quality >= 30 && quality <= 100))
    return wrong(`--quality takes a whole number from 30 to 100, not '${values.quality}'`)

  const { books, missing } = await booksIn(given, command === 'convert' ? manuscriptEndings(values.to) : undefined)
  for (const name of missing) console.error(`bookmender: ${name}: there is no such file, or no book in it`)
  if (books.length === 0) return 2
  const many = books.length > 1 || books.some(({ inFolder }) => inFolder)
  if (command === 'convert') {
    const done = await convertBooks(books, { ...values, many, quality })
    return missing.length > 0 ? 2 : done
  }
  if (command === 'metadata') {
    const { set = [], cover, out, json, judge } = values
    const done = await metadataOfBooks(books, { set, cover, out, json, many, judge: judge as CommandOptions['judge'] })
    return missing.length > 0 ? 2 : done
  }
  const options: CommandOptions = {
    level,
    json: values.json,
    jobs,
    judge: values.judge as CommandOptions['judge'],
    out: values.out,
    many,
    report: values.report,
    epubcheckReports: values['epubcheck-reports'],
    dryRun: values['dry-run'],
    ...picked,
    targets,
    upgrade: values.upgrade,
    suggest: values.suggest,
    picked: partsOf(values.pick),
    pictureQuality: quality,
  }
  const worst = command === 'check' ? await checkBooks(books, options) : await fixBooks(books, options)
  return missing.length > 0 ? 2 : worst
}

const say = (text: string) => {
  console.log(text)
  return 0
}

const parse = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      out: { type: 'string', short: 'o' },
      json: { type: 'boolean', default: false },
      jobs: { type: 'string', default: '1' },
      judge: { type: 'string', default: 'auto' },
      level: { type: 'string', default: 'info' },
      only: { type: 'string', multiple: true },
      skip: { type: 'string', multiple: true },
      ask: { type: 'string', multiple: true },
      target: { type: 'string', multiple: true },
      upgrade: { type: 'boolean', default: false },
      suggest: { type: 'boolean', default: false },
      pick: { type: 'string', multiple: true },
      quality: { type: 'string' },
      feature: { type: 'string', multiple: true },
      report: { type: 'string' },
      'epubcheck-reports': { type: 'string' },
      set: { type: 'string', multiple: true },
      cover: { type: 'string' },
      to: { type: 'string', default: 'epub' },
      chapters: { type: 'string', default: 'auto' },
      'no-toc': { type: 'boolean', default: false },
      'no-formatting': { type: 'boolean', default: false },
      'no-metadata': { type: 'boolean', default: false },
      'no-fonts': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', default: false },
    },
  })
