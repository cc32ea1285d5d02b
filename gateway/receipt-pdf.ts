import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Receipt } from '../contract/calls/user.ts'
import type { PaidPlan } from '../contract/payment.ts'
import { dayName, dollars, planTitle } from '../contract/receipt.ts'

interface Parties {
  /** Name and address, a line each. */
  readonly seller: readonly string[]
  readonly buyer: { readonly email: string; readonly name: string }
}

const require = createRequire(import.meta.url)
const fontFolder = join(dirname(require.resolve('@fontsource/atkinson-hyperlegible-next/package.json')), 'files')
const fontFile = (subset: 'latin' | 'latin-ext', weight: 400 | 600) =>
  join(fontFolder, `atkinson-hyperlegible-next-${subset}-${weight}-normal.woff`)

const ink = '#12181d'
const quiet = '#4a5661'
const rule = '#d9e1e7'
const left = 64
const width = 595.28 - 2 * left

/** The two subsets of the font; what neither has cannot be printed. */
const subsetOf = (character: string): 'latin' | 'latin-ext' | undefined => {
  const code = character.codePointAt(0)!
  if (code <= 0xff || (code >= 0x2010 && code <= 0x2026)) return 'latin'
  if (code <= 0x24f || (code >= 0x1e00 && code <= 0x1eff)) return 'latin-ext'
  return undefined
}
const isPrintable = (text: string) => [...text].every((character) => subsetOf(character) !== undefined)

/** Neighbouring characters of one subset, in order. */
function runsOf(text: string) {
  const runs: { subset: 'latin' | 'latin-ext'; text: string }[] = []
  for (const character of text) {
    const subset = subsetOf(character) ?? 'latin'
    const last = runs.at(-1)
    if (last?.subset === subset) last.text += character
    else runs.push({ subset, text: character })
  }
  return runs
}

/** One page, tagged for screen readers. A name in letters that the font lacks is left out: the e-mail address says who it is. */
export async function receiptPdf(receipt: Receipt, { seller, buyer }: Parties): Promise<Buffer> {
  const { kind, number, at, amount } = receipt
  const isRefund = kind === 'refund'
  const title = isRefund ? 'Refund' : 'Receipt'
  const doc = new PDFDocument({
    size: 'A4',
    margin: left,
    ...{ pdfVersion: '1.7', tagged: true, lang: 'en', displayTitle: true },
    info: { Title: `${title} ${number}`, Author: seller[0] ?? 'Bookmender', CreationDate: new Date(at) },
  })
  const whole = buffer(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)

  interface Look {
    readonly y: number
    readonly size?: number
    readonly weight?: 400 | 600
    readonly colour?: string
    readonly x?: number
    readonly tag?: 'H1' | 'P'
  }
  /** A line at a place; answers nothing, as every place is known before. */
  const line = (text: string, { y, size = 11, weight = 400, colour = ink, x = left, tag = 'P' }: Look) => {
    const draw = () => {
      const runs = runsOf(text)
      doc.fillColor(colour).fontSize(size)
      for (const [index, run] of runs.entries()) {
        doc.font(fontFile(run.subset, weight))
        const options = { continued: index < runs.length - 1, lineBreak: false }
        if (index === 0) doc.text(run.text, x, y, options)
        else doc.text(run.text, options)
      }
    }
    root.add(doc.struct(tag, {}, draw))
  }
  const across = (y: number) => {
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.75)
      .strokeColor(rule)
      .stroke()
    doc.endMarkedContent()
  }

  line(title, { y: 64, size: 28, weight: 600, tag: 'H1' })
  line(number, { y: 100, colour: quiet })
  for (const [index, text] of seller.entries())
    line(text, { y: 64 + index * 16, x: left + width * 0.6, weight: index === 0 ? 600 : 400 })

  line(isRefund ? 'Given back to' : 'Paid by', { y: 170, colour: quiet })
  const people = [...(buyer.name !== '' && isPrintable(buyer.name) ? [buyer.name] : []), buyer.email]
  for (const [index, text] of people.entries()) line(text, { y: 188 + index * 16 })
  line('Date', { y: 170, x: left + width * 0.6, colour: quiet })
  line(dayName(at), { y: 188, x: left + width * 0.6 })

  across(254)
  line(`Bookmender ${planTitle(receipt.plan as PaidPlan, receipt.interval)}`, { y: 268 })
  line(isRefund ? `−${dollars(amount)}` : dollars(amount), { y: 268, x: left + width * 0.8 })
  across(294)
  line(isRefund ? 'Total given back' : 'Total paid', { y: 310, size: 14, weight: 600 })
  line(`${dollars(amount)} USD`, { y: 310, size: 14, weight: 600, x: left + width * 0.8 })
  line(isRefund ? 'Back to the card it was paid with.' : 'Paid by card. Nothing is left to pay.', { y: 340, colour: quiet })

  root.end()
  doc.end()
  return whole
}
