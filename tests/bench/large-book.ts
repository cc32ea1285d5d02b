import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { nodeCodec } from '../../epub/node/codec.ts'
import { packedBytes } from '../../epub/ocf/write.ts'
import { fromBytes } from '../../epub/source.ts'
import { png, publicationFrom } from '../../epub/testing/book.ts'
import { random } from '../../epub/testing/breaker.ts'
import { watchMemory } from '../memory.ts'
import { work } from './corpus.ts'
import { root, table } from './section.ts'

const megabyte = 1_048_576
const chapters = 300
const pictures = 47

/** A book of 200 MB: pictures and sound that do not pack any further, 300 chapters, and faults of the usual kind. */
async function writeLargeBook(file: string) {
  const dice = random(7)
  const noise = new Uint8Array(4.3 * megabyte).map(() => dice() * 256)
  const picture = (index: number) => {
    const bytes = new Uint8Array(noise.length + png.length)
    bytes.set(png)
    bytes.set(noise, png.length)
    bytes[bytes.length - 1] = index
    return bytes
  }
  const sentence = 'It was a bright cold day in April, and the clocks were striking thirteen. '
  const chapter = (index: number) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"><head><title>Chapter ${index}</title></head><body>
<h1 id="top">Chapter ${index}</h1>
${Array.from({ length: 60 }, (_, at) => `<p id="p${at}">${sentence.repeat(6)}<a href="#p${at}">${at}</a></p>\n`).join('')}<p><img src="p${index % pictures}.png" alt="" align="right"/>&nbsp;</p>
</body></html>`
  const names = Array.from({ length: chapters }, (_, index) => `c${index}.xhtml`)
  const images = Array.from({ length: pictures }, (_, index) => `p${index}.png`)
  const book = publicationFrom({
    'META-INF/container.xml': `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'EPUB/package.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">large</dc:identifier><dc:title>Large</dc:title><dc:language>en</dc:language></metadata><manifest>${names.map((name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`).join('')}${images.map((name) => `<item id="${name}" href="${name}" media-type="image/png"/>`).join('')}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(names.map((name, index) => [`EPUB/${name}`, chapter(index)])),
    ...Object.fromEntries(images.map((name, index) => [`EPUB/${name}`, picture(index)])),
  })
  writeFileSync(file, await packedBytes(book, fromBytes(new Uint8Array()), { codec: nodeCodec }))
}

/** Of all threads, by the clock ticks of Linux; 0 where there is no such file. */
function cpuSeconds(pid: number): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) / 100
  } catch {
    return 0
  }
}

async function fixed(input: string, judge: 'own' | 'auto') {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [join(root, 'epub', 'cli.ts'), 'fix', input, '-o', join(work, 'large.fixed.epub'), '--judge', judge],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const watch = watchMemory([child.pid!])
  let cpu = 0
  const timer = setInterval(() => {
    cpu = Math.max(cpu, cpuSeconds(child.pid!))
  }, 100)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part
  })
  await once(child, 'close')
  clearInterval(timer)
  return { cpu, seconds: (performance.now() - started) / 1000, peak: watch.stop(), said }
}

/** Time and memory for 200 MB, in a process of its own. */
export async function largeBook(): Promise<string> {
  mkdirSync(work, { recursive: true })
  const input = join(work, 'large.epub')
  await writeLargeBook(input)
  const size = statSync(input).size / megabyte
  const own = await fixed(input, 'own')
  const outcome = /: (Valid|Better|Not valid)/.exec(own.said)?.[1] ?? 'refused'
  return `### A large book

${table(
  ['measure', 'figure', 'bound'],
  [
    ['size of the book', `${size.toFixed(0)} MB, ${chapters} chapters, ${pictures} pictures`, '200 MB'],
    [`repaired, start of the process included (load ${loadavg()[0]!.toFixed(1)})`, `${own.seconds.toFixed(1)} s`, '≤ 30 s'],
    ['CPU of all its threads', `${own.cpu.toFixed(1)} s`, ''],
    ['most memory that the process had', `${own.peak} MB`, '≤ 512 MB'],
    ['outcome by our own checker', outcome, ''],
  ],
)}`
}
