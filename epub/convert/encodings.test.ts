import { expect, test } from 'vitest'
import { fromBytes } from '../source.ts'
import { inlinesOf } from './model.ts'
import { readManuscript } from './read.ts'
import { decodeText } from './read-text.ts'

/** Bytes of a text in an encoding that Node only reads: the table of its decoder, turned round. */
function encoderOf(label: string) {
  const decoder = new TextDecoder(label, { fatal: true })
  const table = new Map<string, readonly number[]>()
  const put = (...bytes: readonly number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes))
      if ([...char].length === 1 && !table.has(char)) table.set(char, bytes)
    } catch {
      // no character
    }
  }
  for (let one = 0; one < 256; one++) put(one)
  if (!/^windows|^koi/.test(label))
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) put(lead, trail)
  return (text: string) => Uint8Array.from([...text].flatMap((char) => table.get(char) ?? [...new TextEncoder().encode(char)]))
}

const utf16 = (text: string, little: boolean, mark: boolean) => {
  const bytes = new Uint8Array((text.length + (mark ? 1 : 0)) * 2)
  const view = new DataView(bytes.buffer)
  for (const [i, code] of [...(mark ? [0xfeff] : []), ...Array.from(text, (char) => char.charCodeAt(0))].entries())
    view.setUint16(i * 2, code, little)
  return bytes
}

const german = 'Über dem Fluß lag Nebel. „Wer ist da?“, fragte die Müllerin – und öffnete die Tür. Niemand antwortete.'
const texts: Readonly<Record<string, string>> = {
  'windows-1252': 'Élise était déjà là, à côté de la fenêtre. « Où vas-tu ? » demanda-t-elle. “Nowhere,” he said — it’s late.',
  'windows-1250': 'Zażółć gęślą jaźń, powiedział król. Příliš žluťoučký kůň úpěl ďábelské ódy. Świat był mały i cichy.',
  'windows-1251': 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.',
  'windows-1253': 'Η νύχτα ήταν ήσυχη και το φεγγάρι έλαμπε πάνω από τη θάλασσα. Κανείς δεν μιλούσε.',
  'windows-1254': 'Küçük kız bir şey söylemedi ve pencereye gitti. Dışarıda yağmur yağıyordu; çok soğuktu.',
  'windows-1255': 'בראשית היה הדבר והמים היו קרים. האיש הלך אל ההר ולא אמר דבר.',
  'windows-1256': 'في تلك الليلة كان القمر كبيرا والناس نيام، وقالت المرأة إن البحر قريب.',
  'koi8-r': 'Мороз и солнце; день чудесный! Ещё ты дремлешь, друг прелестный. Пора, красавица, проснись.',
  shift_jis: '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所で泣いていた。',
  'euc-jp': '国境の長いトンネルを抜けると雪国であった。夜の底が白くなった。信号所に汽車が止まった。',
  gb18030: '话说天下大势，分久必合，合久必分。他的朋友来了，说这个地方很大，我们在这里等了一年。',
  big5: '話說天下大勢，分久必合，合久必分。他的朋友來了，說這個地方很大，我們在這裡等了一年。',
  'euc-kr': '그날 밤은 아주 조용했다. 아무도 말을 하지 않았고, 바람만 창문을 두드렸다. 그는 책을 덮었다.',
}

const textOf = async (bytes: Uint8Array, name: string) => {
  const { manuscript } = await readManuscript(fromBytes(bytes), { name })
  return [...inlinesOf(manuscript.blocks)].map((one) => (one.kind === 'text' ? one.text : '')).join('')
}

test.each(Object.entries(texts))('%s is found by how it reads', async (label, text) => {
  const bytes = encoderOf(label)(`${text}\n\n${text}\n`)
  expect(decodeText(bytes).text).toBe(`${text}\n\n${text}\n`)
  expect(await textOf(bytes, 'a.txt')).toBe(text + text)
})

test('UTF-16 is found by its mark or its zero bytes, UTF-8 with its mark and with a broken byte', async () => {
  for (const little of [true, false])
    for (const mark of [true, false]) expect(await textOf(utf16(german, little, mark), 'a.txt')).toBe(german)
  const utf8 = new TextEncoder().encode(german)
  expect(await textOf(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8]), 'a.txt')).toBe(german)
  expect(await textOf(Uint8Array.from([...utf8, 0xff]), 'a.txt')).toBe(`${german}\ufffd`)
})

test('a page is read as it says, and by how it reads where it says nothing or not the truth', async () => {
  const page = (head: string, text: string) => `<html><head>${head}<title>T</title></head><body><p>${text}</p></body></html>`
  for (const [label, text] of Object.entries(texts)) {
    const own = encoderOf(label)
    expect(await textOf(own(page(`<meta charset="${label}">`, text)), 'a.html')).toBe(text)
    expect(await textOf(own(page(`<meta http-equiv=Content-Type content="text/html; charset=${label}">`, text)), 'a.htm')).toBe(
      text,
    )
  }
  const french = texts['windows-1252']!
  expect(await textOf(encoderOf('windows-1252')(page('', french)), 'a.html')).toBe(french)
  expect(await textOf(encoderOf('windows-1252')(page('<meta charset="utf-8">', french)), 'a.html')).toBe(french)
  expect(await textOf(utf16(page('<meta charset="utf-16">', german), true, true), 'a.html')).toBe(german)
  expect(await textOf(new TextEncoder().encode(page('<meta charset="windows-1252">', german)), 'a.html')).toBe(german)
})
