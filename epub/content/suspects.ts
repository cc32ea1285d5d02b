import type { Message } from '../check/message.ts'
import { packageOf } from '../package/package.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import type { RuleContext } from '../rules/rule.ts'
import { type ContentKind, contentOf } from './documents.ts'

interface Said {
  readonly paths: ReadonlySet<string>
  /** Something kept the checker from looking at all of the book. */
  readonly blind: boolean
}

const saidOf = remembered(
  (messages: readonly Message[]): Said => ({
    paths: new Set(messages.map(({ path }) => path)),
    blind: messages.some(
      ({ id, severity, path }) =>
        /^(?:RSC-003|OPF-016|OPF-017|CHK-008)$/.test(id) || (severity === 'FATAL' && !/\.x?html?$/.test(path)),
    ),
  }),
)

/**
 * Whether the checker has seen this very file under the rules that hold now and had nothing to say of it: what it would call an
 * error need not be looked for again.
 */
export function clearing(publication: Publication, { messages, checked }: RuleContext): (resource: Resource) => boolean {
  const said = checked && saidOf(messages)
  const before = checked && packageOf(checked)
  if (!said || said.blind || !before || before.version !== packageOf(publication)?.version) return () => false
  const isRead = (path: string) => {
    const item = before.itemAt(path)
    return item?.id && /^(?:application\/xhtml\+xml|image\/svg\+xml)$/.test(item.mediaType ?? '')
  }
  return (resource) =>
    checked.resources.get(resource.path) === resource && !said.paths.has(resource.path) && Boolean(isRead(resource.path))
}

/** Files of these kinds that may hold what the checker calls an error. */
export function* suspectsOf(
  publication: Publication,
  context: RuleContext,
  ...kinds: readonly ContentKind[]
): Generator<Resource> {
  const isCleared = clearing(publication, context)
  for (const resource of contentOf(publication, ...kinds)) if (!isCleared(resource)) yield resource
}
