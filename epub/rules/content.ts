import { documentCharset } from './document-charset.ts'
import { documentDoctype } from './document-doctype.ts'
import { documentEntities } from './document-entities.ts'
import { documentLanguage } from './document-language.ts'
import { documentNamespace } from './document-namespace.ts'
import { documentStructure } from './document-structure.ts'
import { documentSwitch } from './document-switch.ts'
import { documentTitle } from './document-title.ts'
import { documentXmlVersion } from './document-xml-version.ts'
import { encodingBytes } from './encoding-bytes.ts'
import { encodingControls } from './encoding-controls.ts'
import { encodingMojibake } from './encoding-mojibake.ts'
import { encodingUtf8 } from './encoding-utf8.ts'
import { idUnique } from './id-unique.ts'
import { idValid } from './id-valid.ts'
import { imageUnreadable } from './image-unreadable.ts'
import { markupAttributes } from './markup-attributes.ts'
import { markupComments } from './markup-comments.ts'
import { markupHtml } from './markup-html.ts'
import { markupPrefixes } from './markup-prefixes.ts'
import { markupProlog } from './markup-prolog.ts'
import { markupReferences } from './markup-references.ts'
import { markupTags } from './markup-tags.ts'
import { markupTrailing } from './markup-trailing.ts'
import { modelCase } from './model-case.ts'
import { modelData } from './model-data.ts'
import { modelNesting } from './model-nesting.ts'
import { modelReferences } from './model-references.ts'
import { modelSchema } from './model-schema.ts'
import type { Rule } from './rule.ts'
import { styleDirection } from './style-direction.ts'
import { styleSyntax } from './style-syntax.ts'

/** What is done to pages, drawings and style sheets, in the order in which one rests on the other. */
export const contentRules: readonly Rule[] = [
  encodingBytes,
  encodingUtf8,
  encodingControls,
  encodingMojibake,

  markupProlog,
  markupReferences,
  markupAttributes,
  markupComments,
  markupTags,
  markupTrailing,
  markupPrefixes,
  markupHtml,

  documentXmlVersion,
  documentEntities,
  documentDoctype,
  documentStructure,
  documentNamespace,
  documentSwitch,
  documentCharset,
  documentTitle,
  documentLanguage,

  idValid,
  idUnique,

  modelCase,
  modelData,
  modelSchema,
  modelNesting,
  modelReferences,

  imageUnreadable,

  styleSyntax,
  styleDirection,
]
