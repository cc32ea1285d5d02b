import { directoryOf } from '../href.ts'
import { containerPath, containerXml, packagesIn } from '../package/locate.ts'
import type { Patch } from '../patch.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Without META-INF/container.xml no reader finds the package (OCF section 4.2.6.3.1); a signpost in the wrong case is only renamed. */
export const containerMissing = defineRule({
  id: 'container-missing',
  feature: 3,
  answers: [{ id: 'RSC-002' }],
  class: 'auto',
  why: 'The file that tells reading apps where the book begins was missing, so nothing could open it.',

  detect(publication) {
    if (publication.resources.has(containerPath)) return []
    const misspelt = [...publication.resources.keys()].find((path) => path.toLowerCase() === containerPath.toLowerCase())
    if (misspelt) {
      const folder = directoryOf(misspelt)
      const patches: Patch[] = [...publication.resources.keys()]
        .filter((path) => path.startsWith(folder) && !publication.resources.has(`META-INF/${path.slice(folder.length)}`))
        .map((path) => ({
          kind: 'rename',
          path,
          to: path === misspelt ? containerPath : `META-INF/${path.slice(folder.length)}`,
        }))
      return [{ path: misspelt, before: misspelt, after: containerPath, patches }]
    }
    const resource = packagesIn(publication)[0]
    if (!resource) return []
    const content = containerXml([resource.path])
    return [{ path: containerPath, after: content, patches: [{ kind: 'write', path: containerPath, content }] }]
  },

  fix: carriedPatches,
})
