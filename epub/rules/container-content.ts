import { containerPath, containerXml, packagesIn, rootfilesOf } from '../package/locate.ts'
import { syntaxFaultOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A container file that is no XML, or names no package at all, is written anew; one that can be mended keeps what it names. */
export const containerContent = defineRule({
  id: 'container-content',
  feature: 3,
  answers: [{ id: 'RSC-003' }, { id: 'RSC-016' }, { id: 'RSC-005' }],
  class: 'auto',
  why: 'The file that tells reading apps where the book begins could not be read.',

  detect(publication) {
    const resource = publication.resources.get(containerPath)
    if (!resource) return []
    const rootfiles = rootfilesOf(publication)
    const fault = syntaxFaultOf(resource)
    if (!fault && rootfiles.length > 0) return []
    const named = rootfiles.map((one) => one.attribs['full-path']?.trim() ?? '').filter((path) => publication.resources.has(path))
    const best = packagesIn(publication)[0]
    const paths = named.length > 0 ? named : best ? [best.path] : []
    if (paths.length === 0) return []
    const content = containerXml([...new Set(paths)])
    return [
      { path: containerPath, note: fault?.message, after: content, patches: [{ kind: 'write', path: containerPath, content }] },
    ]
  },

  fix: carriedPatches,
})
