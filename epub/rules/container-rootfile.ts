import { decodePath, normalise } from '../href.ts'
import { dropElement, found, setAttribute } from '../package/edit.ts'
import { containerPath, isPackage, packagesIn, rootfilesOf } from '../package/locate.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const packageType = 'application/oebps-package+xml'

/** Led to by a tolerant reader only: white space round it, a stroke before it, an empty folder within. */
const isOddlyWritten = (path = '') => /^\s|\s$|^\/|\/\//.test(path)

/** Each rootfile leads to a package document and says so. A dead one is pointed at the package, or dropped when another leads there. */
export const containerRootfile = defineRule({
  id: 'container-rootfile',
  feature: 3,
  answers: [
    { id: 'OPF-002' },
    { id: 'OPF-016' },
    { id: 'OPF-017' },
    { id: 'RSC-003' },
    { id: 'RSC-020' },
    { id: 'RSC-026' },
    { id: 'RSC-005', text: /full-path|media-type|rootfile/ },
  ],
  class: 'auto',
  why: 'The signpost pointed at a place where the book is not, so reading apps found nothing.',

  detect(publication) {
    const container = publication.resources.get(containerPath)
    if (!container) return []
    const findings: Finding[] = []
    const rootfiles = rootfilesOf(publication)
    const at = (path: string | undefined) => publication.resources.get(normalise(decodePath(path?.trim() ?? '')) ?? '')
    const taken = new Set(rootfiles.map((one) => at(one.attribs['full-path'])?.path).filter(Boolean))
    const seen = new Set<string>()
    for (const rootfile of rootfiles) {
      const written = rootfile.attribs['full-path']
      const type = rootfile.attribs['media-type']?.trim()
      const target = at(written)
      if (target && seen.has(target.path)) {
        findings.push(found(container, dropElement(container, rootfile)))
        continue
      }
      if (target) seen.add(target.path)
      if (target && isPackage(target)) {
        const patches = []
        if (isOddlyWritten(written)) patches.push(setAttribute(container, rootfile, 'full-path', target.path))
        if (type !== packageType) patches.push(setAttribute(container, rootfile, 'media-type', packageType))
        if (patches.length > 0) findings.push(found(container, patches))
        continue
      }
      if (target && type && type !== packageType) continue
      const free = packagesIn(publication).find(({ path }) => !taken.has(path))
      if (free) {
        taken.add(free.path)
        const patches = [setAttribute(container, rootfile, 'full-path', free.path)]
        if (type !== packageType) patches.push(setAttribute(container, rootfile, 'media-type', packageType))
        findings.push(found(container, patches))
      } else if (rootfiles.length > 1 && taken.size > 0 && !target)
        findings.push(found(container, dropElement(container, rootfile)))
    }
    return findings
  },

  fix: carriedPatches,
})
