/** The lines between the two `---` at the head of an article, and the text after them. */
export function splitFrontMatter(source: string): { readonly fields: Readonly<Record<string, string>>; readonly body: string } {
  const found = /^---\n([\s\S]*?)\n---\n/.exec(source)
  if (!found) throw new Error('An article begins with its fields between two lines of ---')
  const fields = found[1]!.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    if (colon < 1) throw new Error(`“${line}” is no field: name, colon, value`)
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return { fields: Object.fromEntries(fields), body: source.slice(found[0].length) }
}
