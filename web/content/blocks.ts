import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Feature, features } from '../../contract/features.ts'
import { platformNames } from '../../contract/quality.ts'
import type { Blocks } from './markdown.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** `@figure name | caption`: a drawing of `figures/`, inline, so that it follows the theme. */
const figure = (figures: string) => (argument: string) => {
  const [name = '', caption = ''] = argument.split(' | ')
  const svg = readFileSync(join(figures, `${name}.svg`), 'utf8').replace(/^<\?xml[^>]*>\s*/, '')
  return `<figure class="drawing">${svg}<figcaption>${escaped(caption)}</figcaption></figure>\n`
}

const places = ({ platforms }: Feature) =>
  platforms.length === 0 ? 'All' : platforms.map((name) => platformNames[name]).join(', ')

/** `@features essential`: the features of a tier, from the rows behind the pricing table. */
const tier = (name: string) => {
  const rows = features.filter((feature) => feature.tier === name)
  if (rows.length === 0) throw new Error(`No feature is of the tier “${name}”`)
  const cells = (feature: Feature) =>
    `<tr><td class="number">${feature.number}</td><th scope="row">${escaped(feature.name)}</th><td>${escaped(feature.promise)}</td><td>${places(feature)}</td></tr>`
  return `<div class="table" tabindex="0" role="group" aria-label="Features of the tier ${name}"><table><thead><tr><th scope="col">No.</th><th scope="col">Feature</th><th scope="col">What you gain</th><th scope="col">For</th></tr></thead><tbody>${rows.map(cells).join('')}</tbody></table></div>\n`
}

/** `@feature 12`: number, name and promise of one feature, as the head of its explanation. */
const feature = (argument: string) => {
  const found = features[Number(argument) - 1]
  if (!found) throw new Error(`There is no feature ${argument}`)
  return `<h3 id="feature-${found.number}" class="feature"><span class="number">${found.number}</span> ${escaped(found.name)}</h3>\n<p class="promise">${escaped(found.promise)}</p>\n`
}

export const blocksOf = (figures: string): Blocks => ({ figure: figure(figures), features: tier, feature })
