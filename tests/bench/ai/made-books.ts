import type { Publication } from '../../../epub/publication.ts'
import { book, withItems } from '../../../epub/testing/book.ts'
import type { Dice } from './dice.ts'
import { paragraphsIn } from './texts.ts'

/** The header of a PNG: enough to tell its size. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return bytes
}

const phrase = (dice: Dice) => {
  const words = dice
    .pick(paragraphsIn('en'))
    .replace(/[.,;:()]/g, '')
    .split(' ')
    .slice(0, 4 + dice.below(6))
  const text = words.join(' ')
  return text[0]!.toUpperCase() + text.slice(1)
}

export interface PictureBook {
  readonly publication: Publication
  /** What stands under the pictures that have a caption. */
  readonly captions: readonly string[]
  /** Pictures that only adorn. */
  readonly ornaments: number
}

/** A chapter with captioned pictures, in the ways captions are set, and with ornaments. */
export function pictureBook(dice: Dice): PictureBook {
  const files: Record<string, Uint8Array> = {}
  const captions: string[] = []
  const blocks: string[] = []
  let ornaments = 0
  const add = (name: string, width: number, height: number) => {
    files[name] = png(width, height)
    return name
  }
  for (let n = 0; n < 6; n++) {
    blocks.push(`<p>${dice.pick(paragraphsIn('en'))}</p>`)
    const kind = dice.below(6)
    const caption = phrase(dice)
    const photo = () => add(`img${n}.png`, 300 + dice.below(900), 300 + dice.below(900))
    if (kind < 4) captions.push(kind === 2 ? `Figure ${n + 1}. ${caption}` : caption)
    else ornaments++
    if (kind === 0) blocks.push(`<figure><img src="${photo()}" alt=""/><figcaption>${caption}</figcaption></figure>`)
    else if (kind === 1) blocks.push(`<div><p><img src="${photo()}"/></p><p class="caption">${caption}</p></div>`)
    else if (kind === 2) blocks.push(`<p><img src="${photo()}" alt="image"/></p><p>Figure ${n + 1}. ${caption}</p>`)
    else if (kind === 3) blocks.push(`<p><img src="${photo()}" title="${caption}"/></p>`)
    else if (kind === 4) blocks.push(`<p><img src="${add(`img${n}.png`, 400, 12)}"/></p>`)
    else blocks.push(`<p class="center"><img src="${add(`ornament-${n}.png`, 200, 80)}"/></p>`)
  }
  const items = Object.keys(files).map((href, index) => ({ id: `made${index}`, href, type: 'image/png' }))
  const publication = book({
    'chapter.xhtml': (text) => text.replace(/<body>[\s\S]*<\/body>/, `<body>${blocks.join('\n')}</body>`),
    'package.opf': withItems(...items),
    ...files,
  })
  return { publication, captions, ornaments }
}

const givenNames = ['Ada', 'Bo', 'Clara', 'Dmitri', 'Elif', 'Femi', 'Greta', 'Hana', 'Ivo', 'Jun']
const familyNames = ['Abara', 'Bergström', 'Castro', 'Doyle', 'Eriksen', 'Fontaine', 'Grünwald', 'Hale', 'Ito', 'Jansen']
const houses = ['Quay Press', 'Lantern Books', 'Northern Light Publishing', 'Mill House']

function isbn(dice: Dice): string {
  const digits = `978${Array.from({ length: 9 }, () => dice.below(10)).join('')}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

export interface ImprintBook {
  readonly publication: Publication
  /** What title page and copyright page say, by field. */
  readonly truth: Readonly<Record<string, string>>
}

/** A book that says nothing of itself in its package, with a title page and an imprint as publishers set them. */
export function imprintBook(dice: Dice): ImprintBook {
  const title = phrase(dice)
  const author = `${dice.pick(givenNames)} ${dice.chance(0.3) ? 'van der ' : ''}${dice.pick(familyNames)}`
  const publisher = dice.pick(houses)
  const year = String(1950 + dice.below(70))
  const number = isbn(dice)
  const mistyped = `${number.slice(0, 12)}${(Number(number[12]) + 3) % 10}`
  const isRight = dice.chance(0.7)
  const front = dice.pick([
    `<h1>${title}</h1><p>by ${author}</p>`,
    `<p class="booktitle" style="font-size: 2em">${title.toUpperCase()}</p><p class="author">${author}</p>`,
    `<h1>${title}</h1><h2>${author}</h2><p>${publisher}</p>`,
  ])
  const imprint = `<p>Copyright © ${year} ${author}</p><p>First published in ${year} by ${publisher}, London</p><p>All rights reserved. 1 2 3 4 5 6 7 8 9 10</p><p>ISBN ${isRight ? number : mistyped}</p>`
  const text = dice.pick(paragraphsIn('en'))
  const page = (body: string) => (old: string) => old.replace(/<body>[\s\S]*<\/body>/, `<body>${body}</body>`)
  const publication = book({
    'package.opf': (old) =>
      withItems({ id: 'imprint', href: 'imprint.xhtml', type: 'application/xhtml+xml' })(old).replace('A Small Book', 'Unknown'),
    'chapter.xhtml': page(front),
    'imprint.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${imprint}<p>${text}</p></body></html>`,
  })
  const shownTitle = front.includes('booktitle')
    ? title.toLowerCase().replace(/(^|[\s'’-])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase())
    : title
  return { publication, truth: { title: shownTitle, author, publisher, year, ...(isRight && { isbn: number }) } }
}
