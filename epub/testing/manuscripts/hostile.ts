/** A page of so many megabytes of ordinary paragraphs; as text it is one too. */
export function bigBytes(megabytes: number): string {
  const paragraph = `<p>${'The rain went on and the river rose above the second step of the quay. '.repeat(8)}</p>\n\n`
  const chapter = `<h1>Chapter</h1>\n\n${paragraph.repeat(60)}`
  return `<html><body>\n${chapter.repeat(Math.floor((megabytes * 1_048_576) / chapter.length))}</body></html>`
}
