import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CorpusRun, families, type Row, repairCorpus } from './corpus.ts'
import { root, table, writeSection } from './section.ts'

const share = (list: readonly Row[], is: (row: Row) => boolean | undefined) =>
  `${list.filter(is).length} of ${list.length} (${((100 * list.filter(is).length) / list.length).toFixed(1)} %)`

/** Ids in the list of what only an author can decide: the first table of the page. */
function unsavable(): ReadonlySet<string> {
  const [, first = ''] = readFileSync(join(root, 'docs', 'unsavable.md'), 'utf8').split(/^## /m)
  return new Set(first.matchAll(/^\| `([^`]+)`/gm).map(([, id]) => id!))
}

/** Repairs the corpus, writes what was saved and what was not, with the reason. */
export function benchRepair(chosen: readonly string[] = families): CorpusRun {
  const done = repairCorpus(chosen)
  const { rows, seconds } = done
  const listed = unsavable()
  const groups = chosen.map((family) => ({ family, list: rows.filter((row) => row.family === family && !row.soft) }))
  const summary = table(
    ['family', 'SAVED', 'less those only an author can save', 'valid', 'byte-identical', 'seconds in all'],
    groups.map(({ family, list }) => [
      family,
      share(list, ({ saved }) => saved),
      share(
        list.filter(({ id, saved }) => saved || !listed.has(id)),
        ({ saved }) => saved,
      ),
      share(list, ({ valid }) => valid),
      family === 'clean' ? share(list, ({ identical }) => identical) : '',
      seconds[family]!.toFixed(0),
    ]),
  )
  const unsaved = groups.flatMap(({ list }) =>
    list
      .filter(({ saved }) => !saved)
      .map(({ id, why = '', first_error = '' }) => [
        `\`${id}\``,
        why,
        listed.has(id) ? 'listed' : '',
        first_error.slice(0, 110).replaceAll('|', '/'),
      ]),
  )
  writeSection(
    'repair',
    'Books saved',
    `${summary}

By \`bookmender fix\` over the corpus, two books at once, the official EPUBCheck judging; scored by its \`score.py\`. SAVED: valid, and
nothing lost. For \`clean\`, SAVED means unharmed.

### Not saved

What stands in the third column is in [unsavable.md](unsavable.md), with the decision that only its author can make; the reasons for the
others stand there too.

${table(['file', 'why', 'list', 'first error left'], unsaved)}`,
    done.commit,
  )
  console.log(summary)
  return done
}
