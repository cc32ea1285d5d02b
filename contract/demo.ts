import type { DemoSampleId } from './calls/demo.ts'
import type { IssueSeverity } from './quality.ts'

/** What the demo says of its broken books; sizes and counts are measured when the books are made. */
export const demoSampleFacts: Readonly<
  Record<DemoSampleId, { readonly name: string; readonly description: string; readonly severity: IssueSeverity }>
> = {
  'broken-structure': {
    name: 'Broken structure',
    description: 'An English classic after careless editing: parts listed twice, links into nothing, pages that do not open.',
    severity: 'critical',
  },
  'encoding-issues': {
    name: 'Encoding issues',
    description: 'A French classic that went through the wrong code page: “château” reads “chÃ¢teau” on every page.',
    severity: 'major',
  },
  'calibre-export': {
    name: 'Calibre export',
    description: 'A Christmas story as a desktop converter left it: old HTML, half a style sheet, marks of its own.',
    severity: 'major',
  },
}

/** Blob keys of the samples and of what was measured when they were made. */
export const demoBlob = (id: DemoSampleId) => `demo/${id}.epub`
export const demoMeasures = 'demo/samples.json'
