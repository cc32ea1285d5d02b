import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { scanXml } from './scan.ts'

/** What a document consists of, and where it goes wrong: places as `line:column@offset`. */
interface Outcome {
  readonly events: readonly unknown[]
  readonly fault: string | undefined
}

function scanned(source: string): Outcome {
  const events: unknown[] = []
  const fault = scanXml(source, {
    declaration: (version) => events.push(['declaration', version]),
    doctype: (content, line, column) => {
      events.push(['doctype', content, `${line}:${column}`])
      return () => undefined
    },
    instruction: (target, body, line, column) => events.push(['instruction', target, body, `${line}:${column}`]),
    open: ({ prefix, local, binding }, attributes, line, column, offset) =>
      events.push([
        'open',
        binding.uri ?? '',
        prefix,
        local,
        attributes.map((one) => [one.namespace, one.prefix, one.local, one.value]),
        `${line}:${column}@${offset}`,
      ]),
    close: (line, column, offset) => events.push(['close', `${line}:${column}@${offset}`]),
    text: (content) => events.push(['text', content]),
  })
  return { events, fault: fault && `${fault.line}:${fault.column}@${fault.offset} ${fault.message}` }
}

/** The same by a parser that others wrote, whose ways the scanner keeps. */
function peer(source: string): Outcome {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const events: unknown[] = []
  let fault: string | undefined
  let open = 0
  const place = () => `${parser.line}:${parser.columnIndex + 1}`
  parser.on('xmldecl', ({ version }) => events.push(['declaration', version]))
  parser.on('doctype', (content) => events.push(['doctype', content, place()]))
  parser.on('processinginstruction', ({ target, body }) => events.push(['instruction', target, body, place()]))
  parser.on('opentag', ({ uri, prefix, local, attributes }) => {
    open++
    const own = Object.values(attributes).filter((one) => one.prefix !== 'xmlns' && one.name !== 'xmlns')
    events.push([
      'open',
      uri,
      prefix,
      local,
      own.map((one) => [one.uri, one.prefix, one.local, one.value]),
      `${place()}@${parser.position}`,
    ])
  })
  parser.on('closetag', () => {
    open--
    events.push(['close', `${place()}@${parser.position}`])
  })
  parser.on('text', (content) => open > 0 && events.push(['text', content]))
  parser.on('cdata', (content) => events.push(['text', content]))
  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+: /, '')
    // It closes an element before it looks whose end tag it read.
    if (message === 'unexpected close tag.') events.pop()
    fault = `${place()}@${parser.position} ${message}`
    throw error
  })
  try {
    parser.write(source).close()
  } catch (error) {
    if (fault === undefined) throw error
  }
  return { events, fault }
}

/** Numbers that look random and are the same every time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}

const seeds = [
  `<?xml version="1.0" encoding="UTF-8" standalone='yes'?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd" [
  <!-- a comment --> <?pi in it?> <!ENTITY own "a > b"> <!ATTLIST p class CDATA #IMPLIED>
]>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en">
<head><title>A &amp; B</title><?xml-stylesheet href="a.css" type="text/css"?></head>
<body epub:type='bodymatter' class="a\tb\r\nc"><p id="one">Text &#65;&#x1F600; <br/>more ]] > &lt;</p>
<!-- between --><![CDATA[ <raw> ]] & ]]><e:a xmlns:e="urn:e" e:b="1" b="2"><e:c/></e:a>\r\n<i>\u00e9t\u00e9 \u4e2d</i ></body>
</html>
`,
  '<a:b xmlns:a="urn:a" xmlns:c="urn:a" a:d="1" c:e="2"><c:f xmlns:c="urn:c" c:d="&quot;\n"/><a:g\u00b7-.9 />]]&gt;</a:b><!-- end --> <?end ?>',
  '<?xml version="1.1"?><r\u0085a="1\u2028">\u0085x<?p \u0085 q??></r>',
  '\ufeff<r>one<s>two</s>&amp;<t x = "y" y=\'"\'/>&#10;three<u></u></r>\r\n',
]
const pieces = [
  ...[
    '<',
    '>',
    '/',
    '&',
    ';',
    '"',
    "'",
    '=',
    '!',
    '?',
    '-',
    '--',
    ']]>',
    ']',
    '[',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    ':',
    'x',
    '0',
    '#',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    '<?',
    '?>',
    '<!DOCTYPE r [',
    '<?xml version="1.0"?>',
    '<?XML a?>',
    '</',
    '/>',
    '&#0;',
    '&#xD800;',
  ],
  ...[
    '&unknown;',
    '&1;',
    '&;',
    ' xmlns:p=""',
    ' xmlns=""',
    ' xmlns:xml="urn:x"',
    ' xmlns:q="http://www.w3.org/2000/xmlns/"',
    ' a="1"',
  ],
  ...[
    ' a:a="1"',
    ' q:r="1"',
    '<q:r/>',
    '<xmlns:a/>',
    ' :a="1"',
    ' b:="2"',
    '\u0000',
    '\u0007',
    '\ufffe',
    '\u00d7',
    '\u{1f600}',
    '\u0300',
  ],
  ...[
    '<br>',
    '</p>',
    '<a',
    '</a b>',
    ' a=1',
    ' a',
    ' standalone="no"',
    ' encoding="?"',
    'version="2"',
    ' xml:lang="x"',
    ' xmlns:xmlns="a"',
  ],
]

/** A document with some characters or pieces put in, taken out, doubled or cut off. */
function mangled(seed: number): string {
  const next = numbers(seed)
  let text = seeds[next(seeds.length)]!
  for (let times = next(4); times >= 0; times--) {
    const at = next(text.length + 1)
    const to = Math.min(text.length, at + next(next(4) === 0 ? 40 : 3))
    const how = next(5)
    if (how < 2) text = text.slice(0, at) + pieces[next(pieces.length)]! + text.slice(at)
    else if (how === 2) text = text.slice(0, at) + text.slice(to)
    else if (how === 3) text = text.slice(0, to) + text.slice(at)
    else text = text.slice(0, at) + pieces[next(pieces.length)]! + text.slice(to)
    if (next(40) === 0) text = text.slice(0, next(text.length + 1))
  }
  return text
}

/** The peer has places of its own where a text ends with a carriage return or with half a character: it waits for more. */
const isFair = (text: string) => text.isWellFormed() && !text.endsWith('\r')

test('a scanner refuses elements that nest deeper than anybody writes them', () => {
  const nested = (depth: number) => `${'<p>'.repeat(depth)}${'</p>'.repeat(depth)}`
  expect(scanned(nested(5001)).fault).toBeUndefined()
  expect(scanned(nested(5002)).fault).toBe(`1:${5002 * 3 + 1}@${5002 * 3} elements are nested too deeply.`)
})

describe('a scanner reads', () => {
  test('sound documents as another parser does', () => {
    for (const seed of seeds) {
      const outcome = scanned(seed)
      expect(outcome).toEqual(peer(seed))
      expect(outcome.fault).toBeUndefined()
    }
  })

  test('mangled documents as another parser does, up to the same place and with the same words', () => {
    const amount = Number(process.env.FUZZ ?? 4000)
    let faulty = 0
    const kinds = new Set<string>()
    for (let seed = 1; seed <= amount; seed++) {
      const text = mangled(seed)
      if (!isFair(text)) continue
      const outcome = scanned(text)
      if (outcome.fault) faulty++
      kinds.add(outcome.fault?.replace(/^\S+ /, '').replace(/["{:].*/, '') ?? '')
      expect(outcome, JSON.stringify(text)).toEqual(peer(text))
    }
    // Both kinds of documents are among them, and faults of many kinds.
    expect(faulty).toBeGreaterThan(amount / 3)
    expect(faulty).toBeLessThan(amount * 0.95)
    expect(kinds.size).toBeGreaterThan(25)
  })
})
