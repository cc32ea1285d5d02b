import * as ns from '../document/namespaces.ts'
import type { XmlDocument, XmlElement } from '../document/xml-document.ts'
import { ancestor } from './tree.ts'

export const isOpf = (element: XmlElement | undefined, ...names: readonly string[]) =>
  element?.namespace === ns.opf && names.includes(element.local)

export const opfElements = ({ elements }: XmlDocument, ...names: readonly string[]) =>
  elements.filter((element) => isOpf(element, ...names))

/** The metadata of the book itself, not those of a collection. */
export const isBookMetadata = (element: XmlElement) => isOpf(element, 'metadata') && isOpf(element.parent, 'package')

export const inCollection = (element: XmlElement) => ancestor(element, (one) => isOpf(one, 'collection')) !== undefined
