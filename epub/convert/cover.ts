import { escapeXml } from '../xml.ts'
import type { Book } from './prepare.ts'

const [width, height] = [1600, 2400]

/** Lines of at most so many characters, whole words where they fit. */
function wrapped(text: string, most: number, lines: number): string[] {
  const out: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = out.at(-1)
    if (last !== undefined && [...last].length + [...word].length + 1 <= most) out[out.length - 1] = `${last} ${word}`
    else out.push([...word].slice(0, most).join(''))
  }
  return out.length > lines ? [...out.slice(0, lines - 1), `${out[lines - 1]}…`] : out
}

/** A plain cover with title and author, for manuscripts that bring none. The colour is the book's own, by its identifier. */
export function coverSvg({ title, creators, identifier, language }: Book): string {
  const hue = Number.parseInt(identifier.slice(9, 13), 16) % 360
  const isWide = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(title)
  const lines = wrapped(title, isWide ? 9 : 16, 7)
  const text = (line: string, y: number, size: number, weight: string) =>
    `<text x="${width / 2}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="middle" fill="#ffffff" font-family="Georgia, 'Times New Roman', serif">${escapeXml(line)}</text>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${escapeXml(language)}" version="1.1" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>${escapeXml(title)}</title>
<rect width="${width}" height="${height}" fill="hsl(${hue}, 38%, 26%)"/>
<rect x="80" y="80" width="${width - 160}" height="${height - 160}" fill="none" stroke="#ffffff" stroke-opacity="0.55" stroke-width="6"/>
${lines.map((line, i) => text(line, 760 + i * 180, 150, 'bold')).join('\n')}
${wrapped(creators.join(', '), 28, 3)
  .filter(Boolean)
  .map((line, i) => text(line, 2080 + i * 100, 84, 'normal'))
  .join('\n')}
</svg>
`
}
