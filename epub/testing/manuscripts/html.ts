import { escapeXml } from '../../xml.ts'
import type { Part, Plan, PlannedList, PlannedNote, Run } from './plan.ts'

const math = (text: string) =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>${text}</mi><msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt></mfrac></math>`

const attributes = (run: Run) => `${run.lang ? ` lang="${run.lang}"` : ''}${run.rtl ? ' dir="rtl"' : ''}`

interface Flavour {
  readonly run: (run: Run, note: number) => string
  readonly part: (part: Exclude<Part, { kind: 'paragraph' }>) => string
  readonly paragraph: (inner: string) => string
  readonly notes: (notes: readonly PlannedNote[]) => string
  readonly page: (body: string) => string
}

/** The page of a flavour; notes are numbered as they come. */
function pageOf(plan: Plan, flavour: Flavour): string {
  const notes: PlannedNote[] = []
  const body = plan.parts.map((part) =>
    part.kind === 'paragraph'
      ? flavour.paragraph(part.runs.map((run) => flavour.run(run, run.note ? notes.push(run.note) : 0)).join(''))
      : flavour.part(part),
  )
  return flavour.page(`${body.join('\n')}\n${flavour.notes(notes)}`)
}

const tableRows = ({ rows }: Extract<Part, { kind: 'table' }>, cell: (inner: string) => string) =>
  rows
    .map(
      (cells) =>
        `<tr>${cells
          .map(({ text, colspan, rowspan, header }) => {
            const name = header ? 'th' : 'td'
            return `<${name}${colspan > 1 ? ` colspan="${colspan}"` : ''}${rowspan > 1 ? ` rowspan="${rowspan}"` : ''}>${cell(text)}</${name}>`
          })
          .join('')}</tr>`,
    )
    .join('\n')

/** HTML as it is written by hand or by a program for writers. */
export function htmlOf(plan: Plan): string {
  const list = ({ ordered, items }: PlannedList): string => {
    const name = ordered ? 'ol' : 'ul'
    return `<${name}>\n${items.map(({ text, list: inner }) => `<li>${text}${inner ? list(inner) : ''}</li>`).join('\n')}\n</${name}>`
  }
  return pageOf(plan, {
    run(run, note) {
      let text = run.equation ? math(run.text) : escapeXml(run.text)
      if (run.change === 'deleted') return ''
      if (run.bold) text = `<b>${text}</b>`
      if (run.italic) text = `<em>${text}</em>`
      if (run.href) text = `<a href="${escapeXml(run.href)}">${text}</a>`
      if (run.lang) text = `<span${attributes(run)}>${text}</span>`
      if (run.comment) text += `<!-- ${run.comment} -->`
      return note ? `${text}<sup><a id="ref${note}" href="#note${note}">${note}</a></sup>` : text
    },
    paragraph: (inner) => `<p>${inner}</p>`,
    part(part) {
      switch (part.kind) {
        case 'heading':
          return `<h${part.level} id="${part.id}">${part.text}</h${part.level}>`
        case 'list':
          return list(part)
        case 'table':
          return `<table><caption>${part.caption}</caption>\n${tableRows(part, (text) => text)}</table>`
        case 'image':
          return `<p><img src="images/${part.name}" alt="${part.alt}" width="${part.width}" height="${part.height}"></p>`
        case 'quote':
          return `<blockquote><p>${part.text}</p></blockquote>`
        case 'code':
          return `<pre>${part.lines.join('\n')}</pre>`
        case 'scene':
          return '<hr>'
      }
    },
    notes: (notes) =>
      notes.length > 0
        ? `<hr><ol>${notes.map(({ text }, i) => `<li id="note${i + 1}">${text} <a href="#ref${i + 1}">↩</a></li>`).join('\n')}</ol>`
        : '',
    page: (body) =>
      `<!DOCTYPE html>\n<html lang="${plan.language}"><head><meta charset="utf-8"><title>${plan.title}</title><meta name="author" content="${plan.author}"></head>\n<body>\n${body}</body></html>\n`,
  })
}

/** What Word writes as "Web page, filtered" and unfiltered: lists and notes as paragraphs, conditional comments, tags of its own. */
export function wordHtmlOf(plan: Plan, charset = 'windows-1252'): string {
  const list = ({ ordered, items }: PlannedList, level: number): string =>
    items
      .map(
        ({ text, list: inner }, i) =>
          `<p class=MsoListParagraph style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:l${ordered ? 0 : 1} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${ordered ? `${i + 1}.` : '·'}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}</p>\n${inner ? list(inner, level + 1) : ''}`,
      )
      .join('')
  return pageOf(plan, {
    run(run, note) {
      let text = run.equation ? `<span>${run.text}</span>` : escapeXml(run.text)
      if (run.change === 'deleted') return ''
      if (run.bold) text = `<b style='mso-bidi-font-weight:normal'>${text}</b>`
      if (run.italic) text = `<i style='mso-bidi-font-style:normal'>${text}</i>`
      if (run.href) text = `<a href="${escapeXml(run.href)}">${text}</a>`
      if (run.lang) text = `<span${run.rtl ? ' dir=RTL' : ''} lang=${run.lang.toUpperCase()}>${text}</span>`
      return note
        ? `${text}<a style='mso-footnote-id:ftn${note}' href="#_ftn${note}" name="_ftnref${note}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[${note}]<![endif]></span></span></a>`
        : text
    },
    paragraph: (inner) => `<p class=MsoNormal>${inner}<o:p></o:p></p>`,
    part(part) {
      switch (part.kind) {
        case 'heading':
          return `<h${part.level}><a name="${part.id}"><span style='mso-ansi-language:EN-GB'>${part.text}</span></a><o:p></o:p></h${part.level}>`
        case 'list':
          return list(part, 1)
        case 'table':
          return `<p class=MsoCaption>${part.caption}</p>\n<table class=MsoTableGrid border=1 cellspacing=0>${tableRows(part, (text) => `<p class=MsoNormal>${text}<o:p></o:p></p>`)}</table>`
        case 'image':
          return `<p class=MsoNormal><!--[if gte vml 1]><v:shape id="s1" style='width:180pt'><v:imagedata src="images/${part.name}"/></v:shape><![endif]--><![if !vml]><img width=${part.width} height=${part.height} src="images/${part.name}" alt="${part.alt}" v:shapes="s1"><![endif]></p>`
        case 'quote':
          return `<p class=MsoQuote>${part.text}</p>`
        case 'code':
          return `<pre>${part.lines.join('\n')}<o:p></o:p></pre>`
        case 'scene':
          return "<p class=MsoNormal align=center style='text-align:center'>* * *<o:p></o:p></p>"
      }
    },
    notes: (notes) =>
      notes.length > 0
        ? `</div><div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>${notes.map(({ text }, i) => `<div style='mso-element:footnote' id=ftn${i + 1}><p class=MsoFootnoteText><a style='mso-footnote-id:ftn${i + 1}' href="#_ftnref${i + 1}" name="_ftn${i + 1}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[${i + 1}]<![endif]></span></span></a> ${text}<o:p></o:p></p></div>`).join('\n')}`
        : '',
    page: (body) =>
      `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">\n<head><meta http-equiv=Content-Type content="text/html; charset=${charset}"><meta name=Generator content="Microsoft Word 15"><title>${plan.title}</title><!--[if gte mso 9]><xml><o:DocumentProperties><o:Author>${plan.author}</o:Author></o:DocumentProperties></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;font-size:12.0pt;font-family:"Times New Roman",serif;} @page WordSection1 {size:595.3pt 841.9pt;} div.WordSection1 {page:WordSection1;} --></style></head>\n<body lang=EN-GB style='tab-interval:36.0pt'>\n<div class=WordSection1>\n${body}\n</div>\n</body></html>\n`,
  })
}

/** What Google Docs gives as "Web page, zipped": classes for everything, flat lists that say their level, redirected links. */
export function googleHtmlOf(plan: Plan): string {
  let lists = 0
  const list = (one: PlannedList, level: number, name = `lst-kix_${++lists}`): string => {
    const tag = one.ordered ? 'ol' : 'ul'
    let out = ''
    let isOpen = false
    for (const [i, { text, list: inner }] of one.items.entries()) {
      if (!isOpen)
        out += `<${tag} class="c5 ${name}-${level}${i === 0 ? ' start' : ''}"${one.ordered ? ` start="${i + 1}"` : ''}>`
      isOpen = true
      out += `<li class="c3 li-bullet-0"><span class="c1">${text}</span></li>`
      if (inner) {
        out += `</${tag}>${list(inner, level + 1, name)}`
        isOpen = false
      }
    }
    return isOpen ? `${out}</${tag}>` : out
  }
  return pageOf(plan, {
    run(run, note) {
      if (run.change === 'deleted') return ''
      const name = run.bold ? 'c2' : run.italic ? 'c4' : 'c1'
      let text = `<span class="${name}"${attributes(run)}>${escapeXml(run.text)}</span>`
      if (run.href)
        text = `<span class="c6"><a class="c7" href="${run.href.startsWith('#') ? run.href : `https://www.google.com/url?q=${encodeURIComponent(run.href)}&amp;sa=D&amp;source=editors&amp;ust=1`}">${run.text}</a></span>`
      return note ? `${text}<sup><a href="#ftnt${note}" id="ftnt_ref${note}">[${note}]</a></sup>` : text
    },
    paragraph: (inner) => `<p class="c0">${inner}</p>`,
    part(part) {
      switch (part.kind) {
        case 'heading':
          return `<h${part.level} class="c8" id="${part.id}"><span class="c9">${part.text}</span></h${part.level}>`
        case 'list':
          return list(part, 0)
        case 'table':
          return `<p class="c0"><span class="c1">${part.caption}</span></p><table class="c11">${tableRows(part, (text) => `<p class="c0"><span class="c1">${text}</span></p>`)}</table>`
        case 'image':
          return `<p class="c0"><span style="overflow: hidden; display: inline-block; margin: 0.00px; width: ${part.width}.00px; height: ${part.height}.00px;"><img alt="${part.alt}" src="images/${part.name}" style="width: ${part.width}.00px; height: ${part.height}.00px;" title=""></span></p>`
        case 'quote':
          return `<p class="c10"><span class="c1">${part.text}</span></p>`
        case 'code':
          return part.lines.map((line) => `<p class="c0"><span class="c12">${line}</span></p>`).join('')
        case 'scene':
          return '<hr>'
      }
    },
    notes: (notes) =>
      notes.length > 0
        ? `<hr class="c13">${notes.map(({ text }, i) => `<div><p class="c0"><a href="#ftnt_ref${i + 1}" id="ftnt${i + 1}">[${i + 1}]</a><span class="c1">&nbsp;${text}</span></p></div>`).join('')}`
        : '',
    page: (body) =>
      `<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><style type="text/css">@import url('https://themes.googleusercontent.com/fonts/css?kit=x');.c0{padding-top:0pt;line-height:1.15;text-align:left}.c1{color:#000000;font-weight:400;text-decoration:none;font-size:11pt;font-family:"Arial";font-style:normal}.c2{font-weight:700}.c4{font-style:italic}.c6{color:#1155cc;text-decoration:underline}.c7{color:inherit}.c8{font-size:20pt}.c10{margin-left:36pt}.c12{font-family:"Courier New"}ul.lst-kix_1-0{list-style-type:none}</style></head><body class="c14 doc-content">${body}</body></html>`,
  })
}
