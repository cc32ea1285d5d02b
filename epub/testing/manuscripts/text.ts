import type { Plan, PlannedList } from './plan.ts'

/** Lines of at most so many characters, as programs for plain text break them. */
function wrapped(text: string, width: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** A plan as a novel in plain text: chapters by their names, lines broken at 72 characters, stars between scenes. */
export function textOf(plan: Plan): string {
  const parts = plan.parts.flatMap((part) =>
    part.kind === 'heading'
      ? [`\n${part.text}\n`]
      : part.kind === 'paragraph'
        ? [
            wrapped(
              part.runs
                .map(({ text, italic, bold }) => (bold ? `**${text}**` : italic ? `_${text}_` : text))
                .join('')
                .trim(),
              72,
            ),
          ]
        : part.kind === 'scene'
          ? ['* * *']
          : [],
  )
  return `${plan.title}\n\nby ${plan.author}\n\n\n${parts.join('\n\n')}\n`
}

/** A plan with the signs of Markdown. */
export function markdownOf(plan: Plan): string {
  const notes: string[] = []
  const list = ({ ordered, items }: PlannedList, indent: string): string =>
    items
      .map(({ text, list: inner }, i) => {
        const sign = ordered ? `${i + 1}. ` : '- '
        return `${indent}${sign}${text}\n${inner ? list(inner, indent + ' '.repeat(ordered ? 3 : 2)) : ''}`
      })
      .join('')
  const parts = plan.parts.map((part): string => {
    switch (part.kind) {
      case 'heading':
        return `${'#'.repeat(part.level)} ${part.text}`
      case 'paragraph': {
        const text = part.runs.map((run) => {
          if (run.change === 'deleted') return ''
          let made = run.bold ? `**${run.text}**` : run.italic ? `*${run.text}*` : run.text
          if (run.href && !run.href.startsWith('#')) made = `[${run.text}](${run.href})`
          if (!run.note) return made
          notes.push(run.note.text)
          return `${made}[^${notes.length}]`
        })
        return text.join('').trim()
      }
      case 'list':
        return list(part, '').trimEnd()
      case 'table': {
        // No merged cells here: every place of the grid has its own.
        const rows = part.rows.map((cells) => cells.map(({ text }) => text)).filter((cells) => cells.length === 3)
        return `| ${rows[0]!.join(' | ')} |\n| --- | --- | --- |\n${rows
          .slice(1)
          .map((cells) => `| ${cells.join(' | ')} |`)
          .join('\n')}`
      }
      case 'quote':
        return `> ${part.text}`
      case 'code':
        return `\`\`\`\n${part.lines.join('\n')}\n\`\`\``
      case 'scene':
        return '* * *'
      default:
        return ''
    }
  })
  const noted = notes.map((text, i) => `[^${i + 1}]: ${text}`)
  return `---\ntitle: ${plan.title}\nauthor: ${plan.author}\nlang: ${plan.language}\n---\n\n${parts.filter(Boolean).join('\n\n')}\n\n${noted.join('\n\n')}\n`
}
