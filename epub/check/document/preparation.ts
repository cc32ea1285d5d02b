import type { SchemaAttribute } from '../relaxng/validator.ts'
import * as ns from './namespaces.ts'
import type { XmlAttribute, XmlElement } from './xml-document.ts'

/** What EPUBCheck does to a document of EPUB 3 before schemas see it; EPUB 2 is taken as it is. */
export interface Preparation {
  readonly version: 2 | 3
  /** Media type is XHTML: custom elements and attributes are let through. */
  readonly isXhtml: boolean
}

const knownNamespaces = new Set([ns.xhtml, ns.xml, ns.ops, ns.svg, ns.mathml, ns.ssml, ns.xmlEvents, ns.xlink])

/** HTML attributes whose values are compared in lower case. */
const caseless = new Set(
  `align allowfullscreen allowpaymentrequest allowusermedia async autocapitalize autocomplete autofocus autoplay checked
  contenteditable controls crossorigin default defer dir disabled draggable formnovalidate hidden http-equiv ismap itemscope
  kind loop multiple muted nomodule novalidate open playsinline preload readonly required reversed scope selected shape sizes
  spellcheck step translate type typemustmatch valign value wrap`.split(/\s+/),
)

export const isDataAttribute = ({ namespace, local }: XmlAttribute) => namespace === '' && local.startsWith('data-')
export const isCustomNamespace = (namespace: string) =>
  !knownNamespaces.has(namespace) && namespace.trim() !== '' && !knownNamespaces.has(namespace.trim())

export const preparedNamespace = ({ namespace, local }: XmlElement, { version, isXhtml }: Preparation) =>
  version === 3 && isXhtml && namespace === ns.xhtml && local.includes('-') ? ns.customElements : namespace

export function preparedAttributes(element: XmlElement, { version, isXhtml }: Preparation): readonly SchemaAttribute[] {
  if (version === 2) return element.attributes
  const { attributes } = element
  const folds = isXhtml && element.namespace === ns.xhtml
  const isHidden = (attribute: XmlAttribute) =>
    isDataAttribute(attribute) ||
    (attribute.namespace === '' && attribute.local.startsWith('its-')) ||
    (isXhtml && isCustomNamespace(attribute.namespace))
  const isFolded = ({ namespace, local }: XmlAttribute) => folds && namespace === '' && caseless.has(local)
  if (!attributes.some((one) => isHidden(one) || isFolded(one))) return attributes
  return attributes.flatMap((one): SchemaAttribute | [] => {
    if (isHidden(one)) return []
    const { namespace, local, value } = one
    return isFolded(one) ? { namespace, local, value: value.toLowerCase() } : one
  })
}
