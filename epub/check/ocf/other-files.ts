import type { Publication } from '../../publication.ts'
import { checkDocument, kinds } from '../documents.ts'
import type { Report } from '../report.ts'
import type { SchemaLibrary } from '../schemas.ts'
import { containerPath } from './container.ts'

export const metadataPath = 'META-INF/metadata.xml'
const signaturesPath = 'META-INF/signatures.xml'

interface Context {
  readonly library: SchemaLibrary
  readonly report: Report
  readonly version: 2 | 3
  readonly mapping: string | undefined
  /** The publication has several renditions. */
  readonly isMultiple: boolean
}

/** Files of `META-INF` that have a schema, and the mapping of several renditions. */
export async function checkOtherFiles(publication: Publication, context: Context) {
  const { version, isMultiple, mapping, report } = context
  const file = (path: string) => publication.resources.get(path)
  const container = file(containerPath)
  const metadata = file(metadataPath)
  const signatures = file(signaturesPath)
  const map = mapping === undefined ? undefined : file(mapping)

  if (isMultiple && !metadata)
    report.say('RSC-019', '', undefined, 'A publication with several renditions should have “META-INF/metadata.xml”.')
  if (isMultiple && map) await checkDocument(map, kinds.mapping, version, context)
  if (container) await checkDocument(container, kinds.container(version), version, context)
  if (metadata) await checkDocument(metadata, isMultiple ? kinds.metadata : kinds.plainMetadata, version, context)
  if (signatures) await checkDocument(signatures, kinds.signatures(version), version, context)
}
