import { collectionContent } from './collection-content.ts'
import { containerContent } from './container-content.ts'
import { containerLeftovers } from './container-leftovers.ts'
import { containerMissing } from './container-missing.ts'
import { containerRootfile } from './container-rootfile.ts'
import { containerSchema } from './container-schema.ts'
import { coverImage } from './cover-image.ts'
import { encryptionFile } from './encryption-file.ts'
import { fallbackChain } from './fallback-chain.ts'
import { fallbackForeign } from './fallback-foreign.ts'
import { fallbackPicture } from './fallback-picture.ts'
import { guideReferences } from './guide-references.ts'
import { linkBase } from './link-base.ts'
import { linkDead } from './link-dead.ts'
import { linkEmpty } from './link-empty.ts'
import { linkForeign } from './link-foreign.ts'
import { linkFragment } from './link-fragment.ts'
import { linkPicture } from './link-picture.ts'
import { linkRemote } from './link-remote.ts'
import { linkTarget } from './link-target.ts'
import { linkUrl } from './link-url.ts'
import { linkUse } from './link-use.ts'
import { manifestAbsent } from './manifest-absent.ts'
import { manifestDuplicate } from './manifest-duplicate.ts'
import { manifestHref } from './manifest-href.ts'
import { manifestOutsider } from './manifest-outsider.ts'
import { manifestRemote } from './manifest-remote.ts'
import { manifestRemotePage } from './manifest-remote-page.ts'
import { manifestUndeclared } from './manifest-undeclared.ts'
import { mediaTypeDeclared } from './media-type-declared.ts'
import { metadataAttributes } from './metadata-attributes.ts'
import { metadataDate } from './metadata-date.ts'
import { metadataEmpty } from './metadata-empty.ts'
import { metadataIdentifier } from './metadata-identifier.ts'
import { metadataLanguage } from './metadata-language.ts'
import { metadataLink } from './metadata-link.ts'
import { metadataModified } from './metadata-modified.ts'
import { metadataRefines } from './metadata-refines.ts'
import { metadataRendition } from './metadata-rendition.ts'
import { metadataTitle } from './metadata-title.ts'
import { navContent } from './nav-content.ts'
import { navLabels } from './nav-labels.ts'
import { navLandmarks } from './nav-landmarks.ts'
import { navLinks } from './nav-links.ts'
import { navMissing } from './nav-missing.ts'
import { navToc } from './nav-toc.ts'
import { ncxIdentifier } from './ncx-identifier.ts'
import { ncxIds } from './ncx-ids.ts'
import { ncxLinks } from './ncx-links.ts'
import { ncxMissing } from './ncx-missing.ts'
import { ncxOrder } from './ncx-order.ts'
import { ncxStructure } from './ncx-structure.ts'
import { overlayDocument } from './overlay-document.ts'
import { overlayPackage } from './overlay-package.ts'
import { overlayStyle } from './overlay-style.ts'
import { packageAttributes } from './package-attributes.ts'
import { packageCase } from './package-case.ts'
import { packageDoctype } from './package-doctype.ts'
import { packageForeign } from './package-foreign.ts'
import { packageIds } from './package-ids.ts'
import { packageMalformed } from './package-malformed.ts'
import { packageMissing } from './package-missing.ts'
import { packageNamespace } from './package-namespace.ts'
import { packageStructure } from './package-structure.ts'
import { packageUnknown } from './package-unknown.ts'
import { packageVersion } from './package-version.ts'
import { propertiesContent } from './properties-content.ts'
import { propertiesEpubType } from './properties-epub-type.ts'
import { propertiesItemref } from './properties-itemref.ts'
import { propertiesPrefixes } from './properties-prefixes.ts'
import { renditionMapping } from './rendition-mapping.ts'
import type { Rule } from './rule.ts'
import { spineDead } from './spine-dead.ts'
import { spineForeign } from './spine-foreign.ts'
import { spineLinear } from './spine-linear.ts'
import { spineLinked } from './spine-linked.ts'
import { spineMissing } from './spine-missing.ts'
import { spineToc } from './spine-toc.ts'
import { spineUnreachable } from './spine-unreachable.ts'
import { viewportDrawing } from './viewport-drawing.ts'
import { viewportPage } from './viewport-page.ts'

/** Everything about the container, the package document, navigation and links, in the order in which it runs. */
export const packageRules: readonly Rule[] = [
  packageMissing,
  packageMalformed,
  containerContent,
  containerMissing,
  containerRootfile,
  containerSchema,
  containerLeftovers,
  renditionMapping,
  encryptionFile,
  packageDoctype,
  packageCase,
  packageNamespace,
  packageVersion,
  packageStructure,
  packageIds,
  mediaTypeDeclared,
  manifestHref,
  manifestDuplicate,
  manifestOutsider,
  linkPicture,
  manifestAbsent,
  manifestUndeclared,
  manifestRemote,
  manifestRemotePage,
  spineMissing,
  spineToc,
  linkForeign,
  spineDead,
  spineForeign,
  spineLinear,
  spineLinked,
  spineUnreachable,
  packageForeign,
  packageUnknown,
  metadataIdentifier,
  metadataTitle,
  metadataLanguage,
  metadataDate,
  metadataModified,
  metadataAttributes,
  metadataEmpty,
  metadataRefines,
  packageAttributes,
  linkBase,
  linkTarget,
  linkUrl,
  linkFragment,
  linkUse,
  linkDead,
  linkEmpty,
  navMissing,
  navToc,
  navLinks,
  navContent,
  navLabels,
  navLandmarks,
  ncxMissing,
  ncxStructure,
  ncxLinks,
  ncxIdentifier,
  ncxIds,
  ncxOrder,
  guideReferences,
  coverImage,
  propertiesContent,
  propertiesItemref,
  propertiesEpubType,
  metadataLink,
  collectionContent,
  propertiesPrefixes,
  metadataRendition,
  viewportPage,
  viewportDrawing,
  fallbackChain,
  fallbackForeign,
  fallbackPicture,
  overlayDocument,
  overlayPackage,
  overlayStyle,
  linkRemote,
]
