import { below, isHtml, type Rule, uniqueIds } from './tree.ts'

const links: Rule = ({ elements }, say) => {
  for (const element of elements)
    if (isHtml(element, 'a') && below(element).some((one) => isHtml(one, 'a')))
      say('RSC-005', element, 'A link must not hold another link.')
}

/** What EPUBCheck's Schematron for XHTML of EPUB 2 says. */
export const xhtml2: readonly Rule[] = [links, uniqueIds()]
